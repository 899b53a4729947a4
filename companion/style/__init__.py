"""How things look and sound, whatever draws or plays them: colours, sounds, voices, peg boards, charts.  No Kivy."""

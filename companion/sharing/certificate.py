"""A certificate of this device's own, without which no browser gives a page the camera.

    certificate = own_certificate(folder, "192.168.1.7")     # made on first use, made anew when the address changes
    context = certificate.context()

Nobody vouches for it, so a browser warns once before it opens the page; that is said before it happens.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from calibration.files import named_file, write_whole

DAYS = 397  # browsers refuse certificates that live longer
RENEWED = timedelta(days=14)  # before the end
COMMON_NAME = "Table Companion"


@dataclass(frozen=True)
class Certificate:
    """file: certificate and key, as PEM.  addresses: what it is made out to."""

    file: Path
    addresses: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        """What tells it from all others: SHA-256, in hexadecimal."""
        return x509.load_pem_x509_certificate(self.file.read_bytes()).fingerprint(hashes.SHA256()).hex()

    def context(self) -> ssl.SSLContext:
        """For a server."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self.file)
        return context


def own_certificate(folder: Path, address: str, now: datetime | None = None) -> Certificate:
    """The certificate kept in a folder, made anew where there is none for this address, or it is damaged or about
    to end.  FileError where the folder cannot be written."""
    now = now or datetime.now(UTC)
    file = folder / "certificate.pem"
    kept = _addresses_of(file, now)
    if address in kept:
        return Certificate(file, kept)
    addresses = tuple(dict.fromkeys((address, "127.0.0.1")))
    with named_file(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the key is nobody else's
    write_whole(file, _made(addresses, now))
    return Certificate(file, addresses)


def _addresses_of(file: Path, now: datetime) -> tuple[str, ...]:
    """What a kept certificate is made out to; () where it is of no use any more."""
    try:
        pem = file.read_bytes()
        certificate = x509.load_pem_x509_certificate(pem)
        serialization.load_pem_private_key(pem, None)
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return ()
    if not certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - RENEWED:
        return ()
    return tuple(str(address) for address in names.get_values_for_type(x509.IPAddress))


def _made(addresses: tuple[str, ...], now: datetime) -> bytes:
    """Certificate and key as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, COMMON_NAME)])
    names: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_address(address)) for address in addresses]
    names += [x509.DNSName("localhost"), x509.DNSName(_host_name())]
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=DAYS - 1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256()))
    return certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def _host_name() -> str:
    """This device's name as a certificate takes it."""
    name = socket.gethostname().encode("ascii", "ignore").decode()
    return "".join(letter for letter in name if letter.isalnum() or letter in "-.").strip("-.")[:63] or "localhost"

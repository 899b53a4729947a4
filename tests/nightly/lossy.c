/* Notes down what a program does to the files of one folder, so that a power cut can be made up at any moment of it.

   LD_PRELOAD=lossy.so LOSSY_FOLDER=/tmp/x LOSSY_NOTES=/tmp/notes program

   A note: op (1 byte), offset (8), lengths of path and data (4 + 4), path, data.  Little endian, as the machine is.
   ops: o opened to be made or emptied, w written, t truncated, s synchronised, r renamed (data: the new name), u removed */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int notes = -1;

static int watched(const char *path) {
    const char *folder = getenv("LOSSY_FOLDER");
    return folder && path && strncmp(path, folder, strlen(folder)) == 0 && !strstr(path, "-shm");
}

static void note(char op, const char *path, int64_t offset, const void *data, uint32_t length) {
    uint32_t path_length = strlen(path);
    char head[17];
    struct iovec parts[3] = {{head, 17}, {(void *)path, path_length}, {(void *)data, length}};
    pthread_mutex_lock(&lock);
    if (notes < 0)
        notes = syscall(SYS_openat, AT_FDCWD, getenv("LOSSY_NOTES"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    head[0] = op;
    memcpy(head + 1, &offset, 8);
    memcpy(head + 9, &path_length, 4);
    memcpy(head + 13, &length, 4);
    if (syscall(SYS_writev, notes, parts, 3) < 0)
        abort();
    pthread_mutex_unlock(&lock);
}

static const char *path_of(int fd, char *found) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, found, PATH_MAX - 1);
    found[length < 0 ? 0 : length] = 0;
    return watched(found) ? found : NULL;
}

static int opened(int fd, const char *path, int flags) {
    if (fd >= 0 && watched(path) && (flags & (O_CREAT | O_TRUNC)))
        note('o', path, flags & O_TRUNC ? 1 : 0, "", 0);
    return fd;
}

#define MODE va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest)
int open(const char *path, int flags, ...) { MODE; return opened(syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, flags); }
int open64(const char *path, int flags, ...) { MODE; return opened(syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, flags); }
int openat(int at, const char *path, int flags, ...) { MODE; return opened(syscall(SYS_openat, at, path, flags, mode), path, flags); }
int openat64(int at, const char *path, int flags, ...) { MODE; return opened(syscall(SYS_openat, at, path, flags, mode), path, flags); }

static ssize_t wrote(int fd, const void *data, ssize_t length, int64_t offset) {
    char found[PATH_MAX];
    if (length > 0 && path_of(fd, found))
        note('w', found, offset < 0 ? lseek(fd, 0, SEEK_CUR) - length : offset, data, length);
    return length;
}

ssize_t write(int fd, const void *data, size_t length) { return wrote(fd, data, syscall(SYS_write, fd, data, length), -1); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t at) { return wrote(fd, data, syscall(SYS_pwrite64, fd, data, length, at), at); }
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) { return wrote(fd, data, syscall(SYS_pwrite64, fd, data, length, at), at); }

static int synced(int fd, int result) {
    char found[PATH_MAX];
    if (result == 0 && path_of(fd, found))
        note('s', found, 0, "", 0);
    return result;
}

int fsync(int fd) { return synced(fd, syscall(SYS_fsync, fd)); }
int fdatasync(int fd) { return synced(fd, syscall(SYS_fdatasync, fd)); }

static int cut(int fd, int64_t length, int result) {
    char found[PATH_MAX];
    if (result == 0 && path_of(fd, found))
        note('t', found, length, "", 0);
    return result;
}

int ftruncate(int fd, off_t length) { return cut(fd, length, syscall(SYS_ftruncate, fd, length)); }
int ftruncate64(int fd, off64_t length) { return cut(fd, length, syscall(SYS_ftruncate, fd, length)); }

static int renamed(const char *from, const char *to, int result) {
    if (result == 0 && watched(from))
        note('r', from, 0, to, strlen(to));
    return result;
}

int rename(const char *from, const char *to) { return renamed(from, to, syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to)); }
int renameat(int at, const char *from, int to_at, const char *to) { return renamed(from, to, syscall(SYS_renameat, at, from, to_at, to)); }

static int removed(const char *path, int result) {
    if (result == 0 && watched(path))
        note('u', path, 0, "", 0);
    return result;
}

int unlink(const char *path) { return removed(path, syscall(SYS_unlinkat, AT_FDCWD, path, 0)); }
int unlinkat(int at, const char *path, int flags) { return removed(path, syscall(SYS_unlinkat, at, path, flags)); }

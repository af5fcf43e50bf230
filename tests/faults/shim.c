/* Faults on purpose: preloaded, it makes the n-th call that changes a file below a folder fail, or ends the process there.
   FAULT_DIR names the folder, FAULT_N the call, from 1, FAULT_ERRNO what it fails with; 0 kills. fault_arm() begins to count. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[PATH_MAX];
static long at, count;
static int number, armed;

long fault_count(void) { return count; }

void fault_arm(void) {
    const char *named = getenv("FAULT_DIR"), *n = getenv("FAULT_N"), *e = getenv("FAULT_ERRNO");
    snprintf(folder, sizeof folder, "%s", named ? named : "");
    at = n ? atol(n) : 0, number = e ? atoi(e) : 0, count = 0, armed = *folder != 0;
}

static int fails(const char *path) {
    if (!armed || !path || strncmp(path, folder, strlen(folder)) || ++count != at) return 0;
    if (!number) raise(SIGKILL);
    errno = number;
    return 1;
}

static int fails_at(int fd) {
    char link[64], path[PATH_MAX];
    if (!armed) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails(path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OPENS(name)                                                                                  \
    int name(const char *path, int flags, ...) {                                                     \
        va_list rest;                                                                                \
        va_start(rest, flags);                                                                       \
        mode_t mode = va_arg(rest, int);                                                             \
        va_end(rest);                                                                                \
        return flags & O_CREAT && fails(path) ? -1 : REAL(name)(path, flags, mode);                  \
    }
OPENS(open)
OPENS(open64)
ssize_t write(int fd, const void *data, size_t size) { return fails_at(fd) ? -1 : REAL(write)(fd, data, size); }
int fsync(int fd) { return fails_at(fd) ? -1 : REAL(fsync)(fd); }
int ftruncate(int fd, off_t size) { return fails_at(fd) ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return fails_at(fd) ? -1 : REAL(ftruncate64)(fd, size); }
int rename(const char *old, const char *new) { return fails(new) ? -1 : REAL(rename)(old, new); }
int unlink(const char *path) { return fails(path) ? -1 : REAL(unlink)(path); }
int mkdir(const char *path, mode_t mode) { return fails(path) ? -1 : REAL(mkdir)(path, mode); }

// A library that is loaded before libfido2. It plugs in one security key, whose reports go through a Unix socket.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fido.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void *open_key(const char *path) {
  (void)path;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const char *socket_path = getenv("PLUGGED_KEY");
  if (!socket_path || strlen(socket_path) >= sizeof address.sun_path) return NULL;
  strcpy(address.sun_path, socket_path);
  int key = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (key < 0) return NULL;
  if (connect(key, (struct sockaddr *)&address, sizeof address) < 0) {
    close(key);
    return NULL;
  }
  // The number 0 would be a null pointer.
  return (void *)((intptr_t)key + 1);
}

static int descriptor(void *handle) { return (int)((intptr_t)handle - 1); }

static void close_key(void *handle) { close(descriptor(handle)); }

static int read_key(void *handle, unsigned char *report, size_t length, int milliseconds) {
  struct pollfd waiting = {.fd = descriptor(handle), .events = POLLIN};
  if (poll(&waiting, 1, milliseconds) != 1) return -1;
  return (int)recv(descriptor(handle), report, length, 0);
}

static int write_key(void *handle, const unsigned char *report, size_t length) {
  return (int)send(descriptor(handle), report, length, MSG_NOSIGNAL);
}

static const fido_dev_io_t io = {open_key, close_key, read_key, write_key};

int fido_dev_info_manifest(fido_dev_info_t *list, size_t limit, size_t *found) {
  if (limit < 1) return FIDO_ERR_INVALID_ARGUMENT;
  *found = 1;
  return fido_dev_info_set(list, 0, "plugged", "Virtual", "Key", &io, NULL);
}

int fido_dev_open(fido_dev_t *device, const char *path) {
  int (*next)(fido_dev_t *, const char *) = (int (*)(fido_dev_t *, const char *))dlsym(RTLD_NEXT, "fido_dev_open");
  int status = fido_dev_set_io_functions(device, &io);
  return status == FIDO_OK ? next(device, path) : status;
}

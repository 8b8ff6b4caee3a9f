#pragma once
// What Swift cannot import: variadic functions, and constants that are expressions.
#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// What the daemon is started with; `context` is passed to every callback.
typedef struct {
  MHD_socket listen_socket;
  unsigned int threads;
  unsigned int connection_limit;
  size_t connection_memory;
  MHD_AcceptPolicyCallback accept;
  MHD_AccessHandlerCallback handle;
  MHD_NotifyConnectionCallback connection_changed;
  MHD_RequestCompletedCallback completed;
  void *_Nullable (*_Nonnull request_line)(void *_Nonnull context, const char *_Nonnull target,
                                          struct MHD_Connection *_Nonnull connection);
  void *_Nonnull context;
} doorward_mhd_options;

/// Leaves the target as it came: decoding is the router's business.
static inline size_t doorward_mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

/// Starts a daemon. Versions before 1.0 are left lenient: what they would refuse themselves they word badly, and
/// Swift refuses it.
static inline struct MHD_Daemon *_Nullable doorward_mhd_start(const doorward_mhd_options *_Nonnull o) {
  const unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_USE_SUSPEND_RESUME;
  return MHD_start_daemon(
      flags, 0, o->accept, o->context, o->handle, o->context, MHD_OPTION_LISTEN_SOCKET, o->listen_socket,
      MHD_OPTION_THREAD_POOL_SIZE, o->threads, MHD_OPTION_CONNECTION_LIMIT, o->connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->connection_memory, MHD_OPTION_NOTIFY_CONNECTION,
      o->connection_changed, o->context, MHD_OPTION_NOTIFY_COMPLETED, o->completed, o->context,
      MHD_OPTION_URI_LOG_CALLBACK, o->request_line, o->context, MHD_OPTION_UNESCAPE_CALLBACK,
      &doorward_mhd_keep_escapes, NULL,
#if MHD_VERSION >= 0x00097701
      MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
#endif
      MHD_OPTION_END);
}

/// The socket of a connection, or -1.
static inline int doorward_mhd_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/// The address of the other end, or NULL.
static inline const struct sockaddr *_Nullable doorward_mhd_peer(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

/// What the "connection started" callback stored, or NULL.
static inline void *_Nullable doorward_mhd_socket_context(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/// The length of the whole header section with its request line, or 0.
static inline size_t doorward_mhd_header_size(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}

/// Calls `visit` for each header field in order.
static inline void doorward_mhd_each_field(struct MHD_Connection *_Nonnull connection,
                                           MHD_KeyValueIteratorN _Nonnull visit, void *_Nonnull context) {
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, visit, context);
}

/// A response with a copy of `body`.
static inline struct MHD_Response *_Nullable doorward_mhd_response(const void *_Nullable body, size_t size) {
  return MHD_create_response_from_buffer(size, (void *)(uintptr_t)body, MHD_RESPMEM_MUST_COPY);
}

/// Whether the connection starts (and does not end).
static inline bool doorward_mhd_starts(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

/// Whether the library itself refuses folded lines, NUL bytes and bare line feeds, as later versions do.
static inline bool doorward_mhd_is_strict(void) { return MHD_VERSION >= 0x00097701; }

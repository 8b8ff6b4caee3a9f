#pragma once
// Functions that Swift cannot import: variadic functions, and a function that reads the address in libcurl's
// open-ended structure.
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>

/// The settings of a transfer. The pointers must be valid during the transfer, except `body`, which is copied.
typedef struct {
  CURLU *_Nonnull url;
  const char *_Nonnull method;
  const void *_Nullable body;
  curl_off_t body_size;
  bool has_body;
  bool wants_no_body;
  struct curl_slist *_Nullable headers;
  const char *_Nonnull user_agent;
  /// The proxy, "" for none, or NULL for the proxies of the environment.
  const char *_Nullable proxy;
  /// A file of certificate authorities, or NULL for the system's.
  const char *_Nullable authorities;
  long connect_milliseconds;
  long total_milliseconds;
  curl_off_t response_limit;
  size_t (*_Nonnull receive_body)(char *_Nullable, size_t, size_t, void *_Nullable);
  size_t (*_Nonnull receive_header)(char *_Nullable, size_t, size_t, void *_Nullable);
  curl_socket_t (*_Nonnull open_socket)(void *_Nullable, curlsocktype, struct curl_sockaddr *_Nullable);
  void *_Nonnull context;
  /// CURL_ERROR_SIZE bytes for libcurl's error message.
  char *_Nonnull error_text;
} doorward_curl_options;

#define DOORWARD_CURL_SET(option, value)                          \
  do {                                                            \
    const CURLcode code = curl_easy_setopt(easy, option, value);  \
    if (code != CURLE_OK) return code;                            \
  } while (0)

typedef curl_socket_t (*doorward_curl_socket_opener)(void *_Nullable, curlsocktype, struct curl_sockaddr *_Nullable);

/// Sets the options of every transfer: the protocols, TLS, the sockets and the limits of time.
static inline CURLcode doorward_curl_prepare_connection(
    CURL *_Nonnull easy, const char *_Nonnull protocols, long protocol_bits, const char *_Nullable authorities,
    long connect_milliseconds, long total_milliseconds, doorward_curl_socket_opener _Nonnull open_socket,
    void *_Nonnull context, char *_Nonnull error_text) {
#if LIBCURL_VERSION_NUM >= 0x075500
  (void)protocol_bits;
  DOORWARD_CURL_SET(CURLOPT_PROTOCOLS_STR, protocols);
#else
  (void)protocols;
  DOORWARD_CURL_SET(CURLOPT_PROTOCOLS, protocol_bits);
#endif
  DOORWARD_CURL_SET(CURLOPT_NOSIGNAL, 1L);
  DOORWARD_CURL_SET(CURLOPT_SSL_VERIFYPEER, 1L);
  DOORWARD_CURL_SET(CURLOPT_SSL_VERIFYHOST, 2L);
  DOORWARD_CURL_SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  if (authorities != NULL) DOORWARD_CURL_SET(CURLOPT_CAINFO, authorities);
  DOORWARD_CURL_SET(CURLOPT_ERRORBUFFER, error_text);
  DOORWARD_CURL_SET(CURLOPT_CONNECTTIMEOUT_MS, connect_milliseconds);
  DOORWARD_CURL_SET(CURLOPT_TIMEOUT_MS, total_milliseconds);
  DOORWARD_CURL_SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  DOORWARD_CURL_SET(CURLOPT_OPENSOCKETDATA, context);
  return CURLE_OK;
}

static inline CURLcode doorward_curl_prepare(CURL *_Nonnull easy, const doorward_curl_options *_Nonnull o) {
  const CURLcode connection = doorward_curl_prepare_connection(
      easy, "http,https", CURLPROTO_HTTP | CURLPROTO_HTTPS, o->authorities, o->connect_milliseconds,
      o->total_milliseconds, o->open_socket, o->context, o->error_text);
  if (connection != CURLE_OK) return connection;
  DOORWARD_CURL_SET(CURLOPT_CURLU, o->url);
  DOORWARD_CURL_SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  DOORWARD_CURL_SET(CURLOPT_FOLLOWLOCATION, 0L);
  if (o->proxy != NULL) {
    DOORWARD_CURL_SET(CURLOPT_PROXY, o->proxy);
    DOORWARD_CURL_SET(CURLOPT_NOPROXY, "");
  }
  DOORWARD_CURL_SET(CURLOPT_USERAGENT, o->user_agent);
  DOORWARD_CURL_SET(CURLOPT_MAXFILESIZE_LARGE, o->response_limit);
  if (o->has_body) {
    DOORWARD_CURL_SET(CURLOPT_POSTFIELDSIZE_LARGE, o->body_size);
    DOORWARD_CURL_SET(CURLOPT_COPYPOSTFIELDS, o->body == NULL ? "" : o->body);
  }
  if (o->wants_no_body) DOORWARD_CURL_SET(CURLOPT_NOBODY, 1L);
  DOORWARD_CURL_SET(CURLOPT_CUSTOMREQUEST, o->method);
  DOORWARD_CURL_SET(CURLOPT_HTTPHEADER, o->headers);
  DOORWARD_CURL_SET(CURLOPT_WRITEFUNCTION, o->receive_body);
  DOORWARD_CURL_SET(CURLOPT_WRITEDATA, o->context);
  DOORWARD_CURL_SET(CURLOPT_HEADERFUNCTION, o->receive_header);
  DOORWARD_CURL_SET(CURLOPT_HEADERDATA, o->context);
  return CURLE_OK;
}

/// The settings of a mail transfer. The pointers must be valid during the transfer.
typedef struct {
  /// `smtp://host:port` or `smtps://host:port`.
  const char *_Nonnull url;
  /// Whether the connection must use TLS before anything else is sent.
  bool requires_tls;
  /// NULL for no authentication.
  const char *_Nullable user;
  const char *_Nullable password;
  const char *_Nonnull sender;
  /// NULL for a transfer that only checks the connection and the credentials, and sends no message.
  struct curl_slist *_Nullable recipients;
  curl_off_t size;
  /// A file of certificate authorities, or NULL for the system's.
  const char *_Nullable authorities;
  long connect_milliseconds;
  long total_milliseconds;
  size_t (*_Nonnull read_message)(char *_Nullable, size_t, size_t, void *_Nullable);
  size_t (*_Nonnull receive_reply)(char *_Nullable, size_t, size_t, void *_Nullable);
  curl_socket_t (*_Nonnull open_socket)(void *_Nullable, curlsocktype, struct curl_sockaddr *_Nullable);
  int (*_Nonnull report_progress)(void *_Nullable, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
  /// Called with each command that is sent, and with other events.
  int (*_Nonnull report_event)(CURL *_Nullable, curl_infotype, char *_Nullable, size_t, void *_Nullable);
  void *_Nonnull context;
  /// CURL_ERROR_SIZE bytes for libcurl's error message.
  char *_Nonnull error_text;
} doorward_curl_mail_options;

static inline CURLcode doorward_curl_prepare_mail(CURL *_Nonnull easy,
                                                  const doorward_curl_mail_options *_Nonnull o) {
  const CURLcode connection = doorward_curl_prepare_connection(
      easy, "smtp,smtps", CURLPROTO_SMTP | CURLPROTO_SMTPS, o->authorities, o->connect_milliseconds,
      o->total_milliseconds, o->open_socket, o->context, o->error_text);
  if (connection != CURLE_OK) return connection;
  DOORWARD_CURL_SET(CURLOPT_URL, o->url);
  // No proxy of the environment, and no password of ~/.netrc.
  DOORWARD_CURL_SET(CURLOPT_PROXY, "");
  DOORWARD_CURL_SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  DOORWARD_CURL_SET(CURLOPT_USE_SSL, o->requires_tls ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_NONE);
  if (o->user != NULL) {
    DOORWARD_CURL_SET(CURLOPT_USERNAME, o->user);
    DOORWARD_CURL_SET(CURLOPT_PASSWORD, o->password);
  }
  if (o->recipients != NULL) {
    DOORWARD_CURL_SET(CURLOPT_MAIL_FROM, o->sender);
    DOORWARD_CURL_SET(CURLOPT_MAIL_RCPT, o->recipients);
    DOORWARD_CURL_SET(CURLOPT_UPLOAD, 1L);
    DOORWARD_CURL_SET(CURLOPT_INFILESIZE_LARGE, o->size);
  } else {
    // libcurl sends HELP otherwise, which some servers refuse.
    DOORWARD_CURL_SET(CURLOPT_CUSTOMREQUEST, "NOOP");
    DOORWARD_CURL_SET(CURLOPT_NOBODY, 1L);
  }
  // The connection is closed at once. libcurl then sends QUIT and waits for the answer, but not longer than this.
  DOORWARD_CURL_SET(CURLOPT_FORBID_REUSE, 1L);
#if LIBCURL_VERSION_NUM >= 0x080600
  DOORWARD_CURL_SET(CURLOPT_SERVER_RESPONSE_TIMEOUT_MS, o->total_milliseconds);
#else
  DOORWARD_CURL_SET(CURLOPT_FTP_RESPONSE_TIMEOUT, (o->total_milliseconds + 999) / 1000);
#endif
  DOORWARD_CURL_SET(CURLOPT_READFUNCTION, o->read_message);
  DOORWARD_CURL_SET(CURLOPT_READDATA, o->context);
  // Answers to SMTP commands are header lines for libcurl.
  DOORWARD_CURL_SET(CURLOPT_HEADERFUNCTION, o->receive_reply);
  DOORWARD_CURL_SET(CURLOPT_HEADERDATA, o->context);
  // Without this function libcurl would write to standard output.
  DOORWARD_CURL_SET(CURLOPT_WRITEFUNCTION, o->receive_reply);
  DOORWARD_CURL_SET(CURLOPT_WRITEDATA, o->context);
  DOORWARD_CURL_SET(CURLOPT_XFERINFOFUNCTION, o->report_progress);
  DOORWARD_CURL_SET(CURLOPT_XFERINFODATA, o->context);
  DOORWARD_CURL_SET(CURLOPT_NOPROGRESS, 0L);
  DOORWARD_CURL_SET(CURLOPT_DEBUGFUNCTION, o->report_event);
  DOORWARD_CURL_SET(CURLOPT_DEBUGDATA, o->context);
  DOORWARD_CURL_SET(CURLOPT_VERBOSE, 1L);
  return CURLE_OK;
}

#undef DOORWARD_CURL_SET

/// The status of the response, or 0.
static inline long doorward_curl_status(CURL *_Nonnull easy) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// The next finished transfer and its result; NULL if none has finished.
static inline CURL *_Nullable doorward_curl_next_finished(CURLM *_Nonnull multi, CURLcode *_Nonnull result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

/// Copies the IP address that libcurl is about to connect to. Returns its length: 4, 16, or 0 for another family.
static inline int doorward_curl_address(const struct curl_sockaddr *_Nonnull address,
                                        unsigned char *_Nonnull bytes) {
  if (address->family == AF_INET) {
    struct sockaddr_in v4;
    memcpy(&v4, &address->addr, sizeof v4);
    memcpy(bytes, &v4.sin_addr, 4);
    return 4;
  }
  if (address->family == AF_INET6) {
    struct sockaddr_in6 v6;
    memcpy(&v6, &address->addr, sizeof v6);
    memcpy(bytes, &v6.sin6_addr, 16);
    return 16;
  }
  return 0;
}

/// Opens a socket as libcurl does, and closes it on exec.
static inline curl_socket_t doorward_curl_open(const struct curl_sockaddr *_Nonnull address) {
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  return socket(address->family, address->socktype, address->protocol);
#endif
}

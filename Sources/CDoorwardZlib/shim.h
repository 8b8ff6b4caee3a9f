#pragma once
#include <zlib.h>

// What Swift cannot import: deflateInit2 is a macro that adds the version and the size of the stream.

static inline int doorward_deflate_init_gzip(z_stream *stream) {
  // 16 above the window bits asks for a gzip header (RFC 1952), which zlib writes without a time or a name.
  return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}

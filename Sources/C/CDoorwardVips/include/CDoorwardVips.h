#pragma once
#include <stddef.h>

/// An image of libvips. Its reader uses the bytes that it was made of, which must live longer.
typedef struct doorward_vips_image doorward_vips_image;

enum {
  DOORWARD_VIPS_OK = 0,
  /// The shared library is not installed.
  DOORWARD_VIPS_MISSING = 1,
  /// The library lacks a function, or it could not be initialized.
  DOORWARD_VIPS_UNUSABLE = 2
};

/// The formats of photos. HEIC and AVIF have one container.
enum {
  DOORWARD_VIPS_JPEG,
  DOORWARD_VIPS_PNG,
  DOORWARD_VIPS_WEBP,
  DOORWARD_VIPS_GIF,
  DOORWARD_VIPS_HEIF,
  DOORWARD_VIPS_FORMATS
};

/// Loads libvips and allows it only the formats of photos. Call it once, before the functions that read and write.
///
/// The library gets no cache, decodes each image on one thread, and writes no messages to standard error; the decoder of
/// AVIF may write a line there about a damaged image. The other functions may be called by several threads.
int doorward_vips_load(void);

/// Reads the header of an image. Returns null if the bytes are not an image of the format.
doorward_vips_image *doorward_vips_read_header(int format, const void *bytes, size_t length);

int doorward_vips_width(const doorward_vips_image *image);
int doorward_vips_height(const doorward_vips_image *image);
/// The number of frames or pages.
int doorward_vips_pages(const doorward_vips_image *image);

/// Decodes the largest square around the center, upright, in sRGB with 8 bits and without transparency.
///
/// Returns an image in memory of at most `side` × `side` pixels, or null if the bytes are damaged or memory is exhausted.
doorward_vips_image *doorward_vips_square(const void *bytes, size_t length, int side);

/// A copy of an image in memory with another side; null if memory is exhausted.
doorward_vips_image *doorward_vips_resize(doorward_vips_image *image, int side);

/// Encodes an image as JPEG without metadata. Returns 0 and sets `bytes`, which doorward_vips_free frees.
int doorward_vips_write_jpeg(doorward_vips_image *image, int quality, void **bytes, size_t *length);

void doorward_vips_free(void *bytes);
void doorward_vips_release(doorward_vips_image *image);

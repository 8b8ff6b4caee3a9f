#include "CDoorwardVips.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// The library is loaded when it is first needed, because loading it takes 30 MB of memory, and most servers have no
// photo to read. These are the types of its functions in vips/*.h, glib.h and glib-object.h. The values of enumerations
// are part of the library's binary interface.
typedef doorward_vips_image Image;

enum { VIPS_ACCESS_SEQUENTIAL = 1 };
enum { VIPS_INTERESTING_CENTRE = 1 };
enum { VIPS_INTERPRETATION_CMYK = 15, VIPS_INTERPRETATION_sRGB = 22 };
enum { VIPS_SIZE_DOWN = 2 };

static struct {
  int (*init)(const char *argv0);
  void (*block_untrusted_set)(int state);
  void (*operation_block_set)(const char *name, int state);
  void (*cache_set_max)(int maximum);
  void (*cache_set_max_mem)(size_t maximum);
  void (*cache_set_max_files)(int maximum);
  void (*concurrency_set)(int threads);
  void (*vector_set_enabled)(int state);
  void (*error_clear)(void);
  int (*image_get_width)(const Image *image);
  int (*image_get_height)(const Image *image);
  int (*image_get_n_pages)(Image *image);
  unsigned long (*image_get_typeof)(const Image *image, const char *name);
  int (*image_get_interpretation)(const Image *image);
  int (*image_hasalpha)(Image *image);
  Image *(*image_copy_memory)(Image *image);
  int (*thumbnail_buffer)(void *bytes, size_t length, Image **out, int width, ...);
  int (*thumbnail_image)(Image *in, Image **out, int width, ...);
  int (*smartcrop)(Image *in, Image **out, int width, int height, ...);
  int (*icc_transform)(Image *in, Image **out, const char *profile, ...);
  int (*colourspace)(Image *in, Image **out, int space, ...);
  int (*flatten)(Image *in, Image **out, ...);
  void *(*array_double_newv)(int count, ...);
  void (*area_unref)(void *area);
  int (*jpegsave_buffer)(Image *in, void **bytes, size_t *length, ...);
  void (*object_unref)(void *object);
  void (*memory_free)(void *memory);
  unsigned (*log_set_handler)(
      const char *domain, int levels, void (*handler)(const char *, int, const char *, void *), void *data);
} vips;

// The readers of the formats. The library could find the right one, but it would try ImageMagick too, which then reads its
// own configuration files.
typedef int (*Reader)(void *bytes, size_t length, Image **out, ...);
static Reader readers[DOORWARD_VIPS_FORMATS];
static const char *const reader_names[DOORWARD_VIPS_FORMATS] = {
  [DOORWARD_VIPS_JPEG] = "vips_jpegload_buffer", [DOORWARD_VIPS_PNG] = "vips_pngload_buffer",
  [DOORWARD_VIPS_WEBP] = "vips_webpload_buffer", [DOORWARD_VIPS_GIF] = "vips_gifload_buffer",
  [DOORWARD_VIPS_HEIF] = "vips_heifload_buffer",
};

static const struct {
  const char *name;
  void **place;
} functions[] = {
  { "vips_init", (void **)&vips.init },
  { "vips_block_untrusted_set", (void **)&vips.block_untrusted_set },
  { "vips_operation_block_set", (void **)&vips.operation_block_set },
  { "vips_cache_set_max", (void **)&vips.cache_set_max },
  { "vips_cache_set_max_mem", (void **)&vips.cache_set_max_mem },
  { "vips_cache_set_max_files", (void **)&vips.cache_set_max_files },
  { "vips_concurrency_set", (void **)&vips.concurrency_set },
  { "vips_vector_set_enabled", (void **)&vips.vector_set_enabled },
  { "vips_error_clear", (void **)&vips.error_clear },
  { "vips_image_get_width", (void **)&vips.image_get_width },
  { "vips_image_get_height", (void **)&vips.image_get_height },
  { "vips_image_get_n_pages", (void **)&vips.image_get_n_pages },
  { "vips_image_get_typeof", (void **)&vips.image_get_typeof },
  { "vips_image_get_interpretation", (void **)&vips.image_get_interpretation },
  { "vips_image_hasalpha", (void **)&vips.image_hasalpha },
  { "vips_image_copy_memory", (void **)&vips.image_copy_memory },
  { "vips_thumbnail_buffer", (void **)&vips.thumbnail_buffer },
  { "vips_thumbnail_image", (void **)&vips.thumbnail_image },
  { "vips_smartcrop", (void **)&vips.smartcrop },
  { "vips_icc_transform", (void **)&vips.icc_transform },
  { "vips_colourspace", (void **)&vips.colourspace },
  { "vips_flatten", (void **)&vips.flatten },
  { "vips_array_double_newv", (void **)&vips.array_double_newv },
  { "vips_area_unref", (void **)&vips.area_unref },
  { "vips_jpegsave_buffer", (void **)&vips.jpegsave_buffer },
  { "g_object_unref", (void **)&vips.object_unref },
  { "g_free", (void **)&vips.memory_free },
  { "g_log_set_handler", (void **)&vips.log_set_handler },
};

static const char *const allowed[] = {
  "VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer", "VipsForeignLoadNsgifBuffer",
  "VipsForeignLoadHeifBuffer", "VipsForeignSaveJpegBuffer",
};

// The library writes a line to standard error for each damaged row. The server's log must not contain them.
static void ignore_message(const char *domain, int level, const char *message, void *data) {
  (void)domain, (void)level, (void)message, (void)data;
}

int doorward_vips_load(void) {
#ifdef __APPLE__
  // The folder of Homebrew is not searched by default, except for /usr/local/lib on Intel.
  const char *prefix = getenv("HOMEBREW_PREFIX");
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/lib/libvips.42.dylib", prefix && *prefix ? prefix : "/opt/homebrew");
  void *library = NULL;
  if (length > 0 && (size_t)length < sizeof path) library = dlopen(path, RTLD_NOW | RTLD_NODELETE);
  if (!library) library = dlopen("libvips.42.dylib", RTLD_NOW | RTLD_NODELETE);
#else
  void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_NODELETE);
#endif
  if (!library) return DOORWARD_VIPS_MISSING;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    *functions[i].place = dlsym(library, functions[i].name);
    if (!*functions[i].place) return DOORWARD_VIPS_UNUSABLE;
  }
  for (int i = 0; i < DOORWARD_VIPS_FORMATS; i++) {
    readers[i] = (Reader)dlsym(library, reader_names[i]);
    if (!readers[i]) return DOORWARD_VIPS_UNUSABLE;
  }
  // The library of color profiles asks for the time. The C library must not open the file of the time zone later.
  tzset();
  const int every_level = ~0;
  vips.log_set_handler("VIPS", every_level, ignore_message, NULL);
  vips.log_set_handler("GLib-GObject", every_level, ignore_message, NULL);
  if (vips.init("doorward") != 0) return DOORWARD_VIPS_UNUSABLE;
  vips.concurrency_set(1);
  // These functions are compiled at run time, which a process with a filter of system calls cannot do.
  vips.vector_set_enabled(0);
  vips.cache_set_max(0);
  vips.cache_set_max_mem(0);
  vips.cache_set_max_files(0);
  vips.operation_block_set("VipsForeign", 1);
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) vips.operation_block_set(allowed[i], 0);
  // Also those that a later version of the library does not trust any more.
  vips.block_untrusted_set(1);
  return DOORWARD_VIPS_OK;
}

// The library collects the texts of errors until they are cleared.
static Image *result(int status, Image *image) {
  if (status == 0) return image;
  vips.error_clear();
  return NULL;
}

Image *doorward_vips_read_header(int format, const void *bytes, size_t length) {
  Image *image = NULL;
  // The function does not change the bytes.
  const int status =
      readers[format]((void *)bytes, length, &image, "access", VIPS_ACCESS_SEQUENTIAL, (void *)NULL);
  return result(status, image);
}

int doorward_vips_width(const Image *image) { return vips.image_get_width(image); }
int doorward_vips_height(const Image *image) { return vips.image_get_height(image); }
int doorward_vips_pages(const Image *image) { return vips.image_get_n_pages((Image *)image); }

// Releases `in` and returns the result of the operation on it.
static Image *after(Image *in, int status, Image *out) {
  vips.object_unref(in);
  return result(status, out);
}

static Image *in_srgb(Image *in) {
  Image *out = NULL;
  const int is_cmyk = vips.image_get_interpretation(in) == VIPS_INTERPRETATION_CMYK;
  if (is_cmyk || vips.image_get_typeof(in, "icc-profile-data") != 0) {
    const int status = vips.icc_transform(
        in, &out, "srgb", "embedded", 1, "input_profile", is_cmyk ? "cmyk" : "srgb", "depth", 8, (void *)NULL);
    if (status == 0) return after(in, 0, out);
    // An image with a damaged profile is read without it.
    vips.error_clear();
  }
  const int status = vips.colourspace(in, &out, VIPS_INTERPRETATION_sRGB, (void *)NULL);
  return after(in, status, out);
}

// The square around the center.
static Image *square(Image *in) {
  const int width = vips.image_get_width(in), height = vips.image_get_height(in);
  if (width == height) return in;
  const int side = width < height ? width : height;
  Image *out = NULL;
  const int status =
      vips.smartcrop(in, &out, side, side, "interesting", VIPS_INTERESTING_CENTRE, (void *)NULL);
  return after(in, status, out);
}

static Image *opaque(Image *in) {
  if (!vips.image_hasalpha(in)) return in;
  Image *out = NULL;
  void *white = vips.array_double_newv(3, 255.0, 255.0, 255.0);
  const int status = vips.flatten(in, &out, "background", white, (void *)NULL);
  vips.area_unref(white);
  return after(in, status, out);
}

static Image *in_memory(Image *in) {
  Image *out = vips.image_copy_memory(in);
  return after(in, out ? 0 : -1, out);
}

Image *doorward_vips_square(const void *bytes, size_t length, int side) {
  Image *image = NULL;
  // The function does not change the bytes. Its parameter is not const for historical reasons. A small image stays
  // small here: if one side were enlarged before the crop, a narrow image would become very long. Version 8.14 does not
  // pass its own option "fail_on" on to the reader, so that truncated images would be accepted.
  const int status = vips.thumbnail_buffer(
      (void *)bytes, length, &image, side, "height", side, "size", VIPS_SIZE_DOWN, "crop", VIPS_INTERESTING_CENTRE,
      "option_string", "[fail_on=error]", (void *)NULL);
  image = result(status, image);
  if (image) image = square(image);
  if (image) image = in_srgb(image);
  if (image) image = opaque(image);
  // Decoding happens here.
  return image ? in_memory(image) : NULL;
}

Image *doorward_vips_resize(Image *image, int side) {
  Image *small = NULL;
  const int status = vips.thumbnail_image(image, &small, side, "height", side, (void *)NULL);
  small = result(status, small);
  return small ? in_memory(small) : NULL;
}

int doorward_vips_write_jpeg(Image *image, int quality, void **bytes, size_t *length) {
  const int status = vips.jpegsave_buffer(
      image, bytes, length, "Q", quality, "strip", 1, "optimize_coding", 1, (void *)NULL);
  if (status != 0) vips.error_clear();
  return status;
}

void doorward_vips_free(void *bytes) { vips.memory_free(bytes); }
void doorward_vips_release(Image *image) { vips.object_unref(image); }

import CDoorwardVips
import DoorwardPhotos
import Sampling
import Testing

@Suite("Hostile uploads", .timeLimit(.minutes(5)))
struct HostileImageTests {
  private func refusal(of upload: [UInt8], _ limits: PhotoLimits = PhotoLimits()) -> PhotoError.Code? {
    do {
      _ = try PhotoProcessor(limits: limits).photo(of: upload)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [
    "refused.tiff", "refused.bmp", "refused.ppm", "refused.jp2", "refused.pdf", "refused.ico",
  ])
  func otherFormatsAreRefused(name: String) throws {
    #expect(refusal(of: try image(name)) == .unsupportedFormat)
  }

  @Test(arguments: [
    "", "x", "x<svg/>", "<!DOCTYPE html><script>alert(1)</script>", "%!PS-Adobe-3.0 EPSF-3.0",
    "GIF88a",
    "RIFF\u{8}\u{0}\u{0}\u{0}WAVEfmt ", "\u{0}\u{0}\u{0}\u{18}ftypisom", "MZ", "#!/bin/sh\nid",
    "push graphic-context\nviewbox 0 0 640 480\nfill 'url(https://127.0.0.1/\"|id\")'\npop graphic-context",
  ])
  func textsAreRefused(text: String) {
    #expect(refusal(of: Array(text.utf8)) == .unsupportedFormat)
  }

  @Test(arguments: [
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>", "\u{feff} \n<svg/>",
    "<?xml version=\"1.0\"?><svg/>",
    "<?xml version=\"1.0\"?><!-- a --><!DOCTYPE svg><svg onload=\"alert(1)\"/>",
  ])
  func vectorGraphicsAreRefusedByName(text: String) {
    #expect(refusal(of: Array(text.utf8)) == .vectorGraphic)
  }

  @Test(
    arguments: [
      [0xff, 0xd8, 0xff], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], Array("RIFF\0\0\0\0WEBP".utf8),
      Array("GIF89a".utf8), Array("GIF89a/*\0*/=alert(1)//;".utf8), Array("\0\0\0\u{18}ftypheic".utf8),
      Array("\0\0\0\u{18}ftypavif<svg/>".utf8), [0xff, 0xd8, 0xff] + Array("%PDF-1.7 <svg/>".utf8),
    ] as [[UInt8]])
  func signaturesWithoutAnImageAreDamaged(upload: [UInt8]) {
    #expect(refusal(of: upload) == .damaged)
  }

  @Test func libraryItselfRefusesOtherFormats() throws {
    _ = try PhotoProcessor().photo(of: image("picture.png"))
    for name in ["refused.tiff", "refused.bmp", "refused.ppm", "refused.jp2", "refused.pdf", "refused.ico"] {
      let bytes = try image(name)
      for format in 0..<Int32(DOORWARD_VIPS_FORMATS) {
        #expect(doorward_vips_read_header(format, bytes, bytes.count) == nil, "\(name) \(format)")
      }
      #expect(doorward_vips_square(bytes, bytes.count, 64) == nil, "\(name)")
    }
    let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>".utf8)
    for format in 0..<Int32(DOORWARD_VIPS_FORMATS) {
      #expect(doorward_vips_read_header(format, svg, svg.count) == nil)
    }
    let allowed = try image("picture.gif")
    let header = try #require(doorward_vips_read_header(Int32(DOORWARD_VIPS_GIF), allowed, allowed.count))
    doorward_vips_release(header)
  }

  @Test func bombsAreRefusedBeforeDecoding() throws {
    #expect(refusal(of: try image("bomb.png")) == .tooManyPixels)
    #expect(refusal(of: try image("frames.gif")) == .tooManyFrames)
    var limits = PhotoLimits()
    limits.frames = 1200
    #expect(refusal(of: try image("frames.gif"), limits) == nil)
  }

  @Test func limitsAreInclusive() throws {
    let (png, jpeg) = (try image("picture.png"), try image("gray.jpg"))
    var limits = PhotoLimits()
    limits.pixels = 96 * 64
    limits.jpegPixels = 96 * 64
    limits.bytes = max(png.count, jpeg.count)
    #expect(refusal(of: png, limits) == nil && refusal(of: jpeg, limits) == nil)
    limits.pixels -= 1
    #expect(refusal(of: png, limits) == .tooManyPixels && refusal(of: jpeg, limits) == nil)
    limits.jpegPixels -= 1
    #expect(refusal(of: jpeg, limits) == .tooManyPixels)
    limits.side = 96
    limits.jpegPixels = 96 * 64
    #expect(refusal(of: jpeg, limits) == nil)
    limits.side = 95
    #expect(refusal(of: jpeg, limits) == .tooManyPixels)
    limits.bytes = png.count - 1
    #expect(refusal(of: png, limits) == .tooLarge)
  }

  @Test func uploadOverTheDefaultLimitIsRefused() throws {
    let padding = [UInt8](repeating: 0, count: 10 << 20)
    #expect(refusal(of: try image("picture.png") + padding) == .tooLarge)
  }

  @Test func jpegWithManyScansIsRefused() throws {
    // Each scan of a progressive file costs a pass over the whole picture.
    let file = try image("progressive.jpg")
    let start = try #require(file.indices.last { file[$0...].starts(with: [0xff, 0xda]) })
    let scan = file[start..<file.count - 2]
    let many = file.dropLast(2) + Array(repeating: scan, count: 10_000).joined() + [0xff, 0xd9]
    #expect(refusal(of: Array(many)) == .damaged)
  }

  @Test(arguments: [
    "large.jpg", "progressive.jpg", "cmyk.jpg", "picture.png", "sixteen-bit.png", "picture.webp",
    "picture.heic",
    "picture.avif",
  ])
  func truncatedImagesAreDamaged(name: String) throws {
    let whole = try image(name)
    for part in [whole.count / 4, whole.count / 2, whole.count * 3 / 4] {
      #expect(refusal(of: Array(whole.prefix(part))) == .damaged, "\(part) of \(whole.count)")
    }
  }

  @Test(
    arguments: CaseSample.of(
      [
        "large.jpg", "progressive.jpg", "location.jpg", "profile.jpg", "cmyk.jpg", "picture.png",
        "profile.png", "palette.png", "picture.webp", "animated.webp", "animated.gif", "picture.heic",
        "picture.avif",
      ], oneIn: 4))
  func changedBytesAreReadOrRefused(name: String) throws {
    let whole = try image(name)
    var generator = SplitMix64(seed: 23)
    var limits = PhotoLimits()
    limits.pixels = 4_000_000
    limits.jpegPixels = 4_000_000
    for _ in 0..<40 {
      var changed = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      let code = refusal(of: changed, limits)
      #expect(
        [nil, .damaged, .unsupportedFormat, .tooManyPixels, .tooManyFrames].contains(code),
        "\(code?.rawValue ?? "")")
    }
    // The reader works as before.
    #expect(refusal(of: try image("picture.png")) == nil)
  }
}

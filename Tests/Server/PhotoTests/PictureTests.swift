import DoorwardPhotos
import Testing

@Suite("Photos of uploads", .timeLimit(.minutes(5)))
struct PictureTests {
  private static let colors: [Color] = [.red, .green, .blue, .yellow]

  private func largest(_ name: String) async throws -> DecodedJPEG {
    let photo = try PhotoProcessor().photo(of: image(name))
    return try await DecodedJPEG(try #require(photo.renditions.last).bytes)
  }

  private func expect(
    _ name: String, _ colors: [Color], tolerance: Int = 6, location: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await largest(name).quarters
    #expect(
      zip(found, colors).allSatisfy { $0.isNear($1, tolerance: tolerance) }, "\(name): \(found)",
      sourceLocation: location)
  }

  @Test(arguments: [
    "picture.png", "palette.png", "sixteen-bit.png", "picture.webp", "picture.gif", "picture.heic",
    "picture.avif",
    "large.jpg", "progressive.jpg", "location.jpg", "location.webp", "location.png", "tall.png",
  ])
  func everyFormatKeepsItsColors(name: String) async throws { try await expect(name, Self.colors) }

  @Test(arguments: 1...8)
  func orientationIsApplied(number: Int) async throws {
    try await expect("orientation-\(number).jpg", Self.colors)
  }

  @Test(arguments: ["profile.jpg", "profile.png"])
  func colorProfileIsApplied(name: String) async throws {
    // The profile exchanges the primaries of red and green.
    let swapped = [Color(30, 220, 30), Color(180, 30, 30), Color(30, 30, 220), Color(220, 230, 30)]
    try await expect(name, swapped, tolerance: 12)
  }

  @Test func inkColorsBecomeLightColors() async throws {
    let picture = try await largest("cmyk.jpg")
    for (found, color) in zip(picture.quarters, Self.colors) { #expect(found.isNear(color, tolerance: 100)) }
    #expect(picture.quarters[0].red > 180 && picture.quarters[2].blue > picture.quarters[2].red + 40)
  }

  @Test func grayStaysGray() async throws {
    let picture = try await largest("gray.jpg")
    for color in picture.quarters {
      #expect(abs(color.red - color.green) < 3 && abs(color.green - color.blue) < 3)
    }
    #expect(picture.quarters[3].red > picture.quarters[2].red + 100)
  }

  @Test(arguments: ["transparent.png", "transparent.webp"])
  func transparentPartsBecomeWhite(name: String) async throws {
    try await expect(name, [.white, .green, .blue, .yellow])
  }

  @Test(arguments: ["animated.gif", "animated.webp", "animated.png"])
  func firstFrameIsTaken(name: String) async throws {
    try await expect(name, [.red, .red, .red, .red])
  }

  @Test func onePixelBecomesASquare() async throws {
    try await expect("one-pixel.png", [.black, .black, .black, .black])
  }

  @Test(arguments: ["large.jpg", "tall.png", "one-pixel.png", "animated.gif"])
  func everySizeIsASquareOfItsSide(name: String) async throws {
    let photo = try PhotoProcessor().photo(of: image(name))
    #expect(photo.renditions.map(\.side) == [64, 128, 256, 512])
    for rendition in photo.renditions {
      let picture = try await DecodedJPEG(rendition.bytes)
      #expect(picture.width == rendition.side && picture.height == rendition.side)
    }
  }

  @Test func equalUploadsMakeEqualPhotos() throws {
    let photo = try PhotoProcessor().photo(of: image("picture.png"))
    #expect(try PhotoProcessor().photo(of: image("picture.png")) == photo)
    #expect(try PhotoProcessor().photo(of: image("gray.jpg")) != photo)
  }

  @Test(arguments: [
    "location.jpg", "location.webp", "location.png", "profile.jpg", "cmyk.jpg", "picture.heic",
  ])
  func metadataIsRemoved(name: String) throws {
    for rendition in try PhotoProcessor().photo(of: image(name)).renditions {
      let file = try #require(JPEGMarkers(rendition.bytes))
      // JFIF, tables, frame, scan and end. Metadata would be in APP1 to APP15 or a comment.
      #expect(Set(file.markers).isSubset(of: [0xe0, 0xdb, 0xc0, 0xc4, 0xda, 0xd9]), "\(file.markers)")
      #expect(file.rest.isEmpty)
      #expect(!String(decoding: rendition.bytes, as: UTF8.self).contains("SECRET"))
    }
  }

  @Test func testImagesHaveTheMetadata() throws {
    for name in ["location.jpg", "location.webp", "location.png"] {
      #expect(String(decoding: try image(name), as: UTF8.self).contains("SECRET-LOCATION"))
    }
    let markers = try #require(JPEGMarkers(image("location.jpg"))).markers
    #expect(markers.contains(0xe1) && markers.contains(0xfe))
  }

  @Test func foreignBytesAreRemoved() throws {
    let archive = Array("PK\u{3}\u{4}<script>alert(1)</script>%PDF-1.7".utf8)
    for name in ["large.jpg", "picture.png", "picture.webp", "picture.gif"] {
      let photo = try PhotoProcessor().photo(of: image(name) + archive)
      for rendition in photo.renditions {
        #expect(try #require(JPEGMarkers(rendition.bytes)).rest.isEmpty)
        #expect(!String(decoding: rendition.bytes, as: UTF8.self).contains("script"))
      }
    }
  }
}

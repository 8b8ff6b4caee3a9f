import ChildProcesses
import DoorwardSystem
import Foundation

/// A JPEG file as djpeg of libjpeg-turbo reads it.
struct DecodedJPEG {
  struct Failure: Error { var reason: String }

  let width: Int
  let height: Int
  private let pixels: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) async throws {
    let folder = FileManager.default.temporaryDirectory
    let source = folder.appending(path: "doorward-\(UUID().uuidString).jpg")
    let target = folder.appending(path: "doorward-\(UUID().uuidString).ppm")
    defer { for file in [source, target] { try? FileManager.default.removeItem(at: file) } }
    try Data(bytes).write(to: source)
    var program = ChildProgram(
      "djpeg", ["-strict", "-rgb", "-pnm", "-outfile", target.path, source.path])
    program.errors = .pipe
    let child = try RunningChild(program)
    guard await child.wait() == .exited(status: 0) else {
      throw Failure(reason: "djpeg: \(await child.errorLine() ?? "failed")")
    }
    let picture = Array(try Data(contentsOf: target))
    // "P6", width, height and 255, each ended by white space.
    let head = picture.split(maxSplits: 4, omittingEmptySubsequences: false) { $0 == 0x20 || $0 == 0x0a }
    let numbers = head.dropFirst().prefix(3).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard head.count == 5, head[0] == [0x50, 0x36], numbers.count == 3, numbers[2] == 255,
      head[4].count == numbers[0] * numbers[1] * 3
    else { throw Failure(reason: "djpeg wrote another format.") }
    (width, height, pixels) = (numbers[0], numbers[1], head[4])
  }

  subscript(x: Int, y: Int) -> Color {
    let start = pixels.startIndex + (y * width + x) * 3
    return Color(Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]))
  }

  /// The colors in the middle of the quarters: above left, above right, below left, below right.
  var quarters: [Color] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { self[width * $0.0 / 4, height * $0.1 / 4] }
  }
}

/// The markers of a JPEG file in their order, and the bytes after its end.
struct JPEGMarkers {
  private(set) var markers: [UInt8] = []
  private(set) var rest: ArraySlice<UInt8> = []

  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
    var place = 2
    while place + 4 <= bytes.count || bytes[place...].starts(with: [0xff, 0xd9]) {
      guard bytes[place] == 0xff else { return nil }
      markers.append(bytes[place + 1])
      if bytes[place + 1] == 0xd9 {
        rest = bytes[(place + 2)...]
        return
      }
      place += 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
      if markers.last == 0xda {
        while place + 1 < bytes.count, bytes[place] != 0xff || bytes[place + 1] == 0 { place += 1 }
      }
    }
    return nil
  }
}

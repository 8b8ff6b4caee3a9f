import ChildProcesses
import DoorwardQRCodes
import DoorwardSystem
import Foundation

/// Reads QR codes with the programs of other projects: zbarimg decodes, and vips renders SVG with librsvg.
enum Decoder {
  struct Failure: Error { var reason: String }

  /// An image in a file of its own, which is removed with the last reference.
  final class Image: Sendable {
    let path: String

    fileprivate init(_ bytes: Data, ending: String) throws {
      path =
        FileManager.default.temporaryDirectory.appending(path: "doorward-\(UUID().uuidString).\(ending)").path
      try bytes.write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// The modules as a bitmap with four pixels for each.
  static func bitmap(of code: QRCode) throws -> Image {
    let pixels = code.side * 4
    var bytes = Data("P5 \(pixels) \(pixels) 255\n".utf8)
    for row in 0..<pixels {
      for column in 0..<pixels {
        bytes.append(code[row / 4 - QRCode.quietZone, column / 4 - QRCode.quietZone] ? 0 : 255)
      }
    }
    return try Image(bytes, ending: "pgm")
  }

  /// The picture of an SVG document.
  static func rendered(_ svg: String) async throws -> Image {
    let source = try Image(Data(svg.utf8), ending: "svg")
    defer { withExtendedLifetime(source) {} }
    let picture = try Image(Data(), ending: "png")
    _ = try await run("vips", ["copy", "\(source.path)[scale=4]", picture.path])
    return picture
  }

  /// The text of the only QR code in an image.
  static func text(in image: Image) async throws -> String {
    try await run("zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", image.path])
  }

  private static func run(_ program: String, _ arguments: [String]) async throws -> String {
    var child = ChildProgram("/usr/bin/env", [program] + arguments)
    child.output = .pipe
    child.errors = .pipe
    let running = try RunningChild(child)
    let lines = await running.lines()
    guard await running.wait() == .exited(status: 0) else {
      throw Failure(reason: "\(program): \(await running.errorLine() ?? "failed")")
    }
    return lines.joined(separator: "\n")
  }
}

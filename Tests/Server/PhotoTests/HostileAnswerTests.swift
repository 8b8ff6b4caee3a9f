import ChildProcesses
import DoorwardPhotos
import DoorwardSystem
import Foundation
import Testing

/// Answers that a decoder could write if an image has taken it over.
@Suite("Hostile answers of the decoder", .timeLimit(.minutes(1)))
struct HostileAnswerTests {
  /// Replays an answer in the place of the decoder.
  private func photo(from answer: [UInt8]) async throws -> Photo {
    let file = FileManager.default.temporaryDirectory.appending(path: "doorward-\(UUID().uuidString)")
    try Data(answer).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let worker = try await PhotoWorker(PhotoDecoderProgram(ChildProgram("/bin/cat", [file.path])))
    return try await worker.photo(of: image("picture.png"), for: nil)
  }

  private func answer(_ files: [[UInt8]]) -> [UInt8] {
    files.reduce(into: [0]) { answer, file in
      answer += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: file.count >> $0) } + file
    }
  }

  private func files() throws -> [[UInt8]] {
    try PhotoProcessor().photo(of: image("picture.png")).renditions.map(\.bytes)
  }

  @Test func completeAnswerIsRead() async throws {
    let files = try files()
    #expect(try await photo(from: answer(files)).renditions.map(\.bytes) == files)
  }

  /// Changes of the smallest file.
  private static let changes: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
    ("nothing", { _ in [] }), ("text", { _ in Array("<script>alert(1)</script>".utf8) }),
    ("text after the end", { $0 + Array("<script>".utf8) }), ("two images", { $0 + $0 }),
    ("no end", { Array($0.dropLast(2)) }), ("a comment", { inserted(0xfe, Array("text".utf8), in: $0) }),
    ("a location", { inserted(0xe1, Array("Exif\0\0".utf8), in: $0) }),
    ("a thumbnail", { inserted(0xe0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 1, 9, 9, 9], in: $0) }),
    ("a second frame", { inserted(0xc0, [8, 0, 64, 0, 64, 3] + [UInt8](repeating: 1, count: 9), in: $0) }),
    ("a marker in the data", { Array($0.dropLast(2)) + [0xff, 0xe1, 0, 2, 0xff, 0xd9] }),
    ("a segment beyond the end", { _ in [0xff, 0xd8, 0xff, 0xdb, 0xff, 0xff, 0] }),
    ("a segment shorter than its length", { _ in [0xff, 0xd8, 0xff, 0xdb, 0, 1, 0xff, 0xd9] }),
    ("no frame", { _ in [0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9] }),
  ]

  /// A file with one more segment at its start.
  private static func inserted(_ marker: UInt8, _ content: [UInt8], in file: [UInt8]) -> [UInt8] {
    let segment = [0xff, marker, 0, UInt8(content.count + 2)] + content
    return Array(file.prefix(2)) + segment + Array(file.dropFirst(2))
  }

  @Test(arguments: changes.indices)
  func fileOfAnotherFormIsRefused(number: Int) async throws {
    let (name, change) = Self.changes[number]
    var files = try files()
    files[0] = change(files[0])
    let answer = answer(files)
    await #expect(throws: PhotoError(.damaged, ""), "\(name)") { try await photo(from: answer) }
  }

  @Test func filesOfOtherSizesOrNumberAreRefused() async throws {
    let files = try files()
    let lists = [files.dropLast(), files + [files[0]], files.reversed(), files.map { _ in files[3] }]
    for list in lists {
      let answer = answer(list)
      await #expect(throws: PhotoError(.damaged, "")) { try await photo(from: answer) }
    }
  }

  @Test func everyTruncatedAnswerIsRefused() async throws {
    let whole = answer(try files())
    for count in [0, 1, 2, 4, 5, whole.count / 4, whole.count / 2, whole.count - 1] {
      await #expect(throws: PhotoError(.damaged, ""), "\(count)") {
        try await photo(from: Array(whole.prefix(count)))
      }
    }
  }

  @Test(
    arguments: [[0, 0xff, 0xff, 0xff, 0xff], [0, 0x7f, 0xff, 0xff, 0xff, 1], [11], [255], [1, 1], [2, 0]]
      as [[UInt8]])
  func impossibleNumberIsRefused(answer: [UInt8]) async throws {
    let error = await #expect(throws: PhotoError.self) { try await photo(from: answer) }
    #expect(error?.code == .damaged && error?.reason.contains("memory or time") == true)
  }
}

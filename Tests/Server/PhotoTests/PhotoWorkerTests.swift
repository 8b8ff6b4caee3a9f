import ChildProcesses
import DoorwardPhotos
import DoorwardSystem
import Foundation
import Testing

/// The worker with processes of the built program, and with programs that misbehave.
@Suite("The worker for photos", .timeLimit(.minutes(5)))
struct PhotoWorkerTests {
  private func decoder() throws -> PhotoDecoderProgram {
    PhotoDecoderProgram(path: try #require(BuiltProgram.path("doorward-server"), "build the program first"))
  }

  private func script(_ text: String, _ words: String..., timeout: Duration = .seconds(20))
    -> PhotoDecoderProgram
  {
    PhotoDecoderProgram(
      ChildProgram("/bin/sh", ["-c", text, "sh"] + words, environment: ["PATH": "/usr/bin:/bin"]),
      timeout: timeout)
  }

  @Test func uploadsAtTheSameTimeGetTheirOwnPhotos() async throws {
    let worker = try await PhotoWorker(decoder(), queueLimit: 100)
    let names = [
      "picture.png", "gray.jpg", "cmyk.jpg", "animated.gif", "picture.heic", "picture.avif",
      "transparent.webp",
      "profile.jpg", "orientation-6.jpg", "sixteen-bit.png",
    ]
    let expected = try names.map { try PhotoProcessor().photo(of: image($0)) }
    try await withThrowingTaskGroup(of: (Int, Photo).self) { group in
      for number in 0..<20 {
        let upload = try image(names[number % names.count])
        group.addTask { (number, try await worker.photo(of: upload, for: nil)) }
      }
      for try await (number, photo) in group { #expect(photo == expected[number % names.count]) }
    }
  }

  @Test func refusalReachesTheCallerAndTheWorkerGoesOn() async throws {
    let worker = try await PhotoWorker(decoder())
    await #expect(throws: PhotoError(.unsupportedFormat, "")) {
      try await worker.photo(of: [1, 2, 3], for: nil)
    }
    await #expect(throws: PhotoError(.tooManyPixels, "")) {
      try await worker.photo(of: image("bomb.png"), for: nil)
    }
    await #expect(throws: PhotoError(.tooManyFrames, "")) {
      try await worker.photo(of: image("frames.gif"), for: nil)
    }
    #expect(try await worker.photo(of: image("picture.png"), for: nil).renditions.count == 4)
  }

  @Test(arguments: ["small-container.avif", "small-container.heic"])
  func codedImageLargerThanItsContainerIsDamaged(name: String) async throws {
    let worker = try await PhotoWorker(decoder())
    await #expect(throws: PhotoError(.damaged, "")) { try await worker.photo(of: image(name), for: nil) }
    #expect(try await worker.photo(of: image("picture.avif"), for: nil).renditions.count == 4)
  }

  @Test(arguments: [
    ("exit 0", PhotoError.Code.damaged), ("exit 3", .damaged), ("kill -SEGV $$", .damaged),
    ("kill -SYS $$", .damaged), ("printf x", .damaged), ("printf '\\0'", .damaged),
    ("printf '\\0377'", .damaged),
    ("cat >/dev/null; printf '\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0'", .damaged),
    ("cat", .damaged),
    ("cat /dev/zero", .damaged), ("head -c 900000 /dev/urandom", .damaged),
    // The worker does not wait for a process that cannot answer any more.
    ("exec >&- <&-; sleep 600", .overloaded), ("kill -KILL $$", .overloaded),
  ])
  func processThatAnswersNoPhotoIsARefusal(program: String, code: PhotoError.Code) async throws {
    let worker = try await PhotoWorker(script(program))
    // More than a socket can buffer, so the worker must write and read at the same time.
    let upload = try image("picture.png") + [UInt8](repeating: 0, count: 1 << 20)
    for _ in 0..<2 {
      await #expect(throws: PhotoError(code, "")) { try await worker.photo(of: upload, for: nil) }
    }
  }

  @Test(arguments: ["sleep 600", "printf '\\0'; sleep 600", "while :; do printf x; sleep 0.02; done"])
  func processThatDoesNotFinishIsKilledAtTheTimeLimit(program: String) async throws {
    let worker = try await PhotoWorker(script(program, timeout: .milliseconds(300)))
    let start = ContinuousClock.now
    await #expect(throws: PhotoError(.damaged, "")) {
      try await worker.photo(of: image("picture.png"), for: nil)
    }
    #expect(start.duration(to: .now) < .seconds(60))
  }

  @Test func missingProgramMakesPhotosUnavailable() async throws {
    let worker = try await PhotoWorker(PhotoDecoderProgram(path: "/nonexistent/doorward"))
    await #expect(throws: PhotoError(.unavailable, "")) {
      try await worker.photo(of: image("picture.png"), for: nil)
    }
    #expect(worker.isUsable)
    #expect(await worker.problem()?.code == .unavailable)
    #expect(!worker.isUsable)
  }

  @Test(arguments: ["exit 1", "printf x", "sleep 600"])
  func programThatCannotDecodeIsNotUsable(program: String) async throws {
    let worker = try await PhotoWorker(script(program, timeout: .milliseconds(300)))
    #expect(await worker.problem()?.code == .unavailable)
  }

  @Test func builtProgramIsUsable() async throws {
    let worker = try await PhotoWorker(decoder())
    #expect(await worker.problem() == nil)
    #expect(worker.isUsable)
  }

  @Test func atMostTwoProcessesRunAndOthersWaitOrAreRefused() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Each process takes one of two places. A third process finds none.
    let places = """
      for place in a b; do mkdir "$1/$place" 2>/dev/null && break; place=none; done
      [ "$place" = none ] && mkdir "$1/third"; sleep 0.2; rmdir "$1/$place"
      """
    let worker = try await PhotoWorker(script(places, folder.path), queueLimit: 3)
    let upload = try image("picture.png")
    let codes = await withTaskGroup(of: PhotoError.Code?.self) { group in
      for _ in 0..<12 {
        group.addTask {
          do throws(PhotoError) {
            _ = try await worker.photo(of: upload, for: nil)
            return nil
          } catch {
            return error.code
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // The script answers nothing, so an upload that had its turn is damaged.
    #expect(codes.filter { $0 == .overloaded }.count >= 12 - 2 - 3)
    #expect(codes.allSatisfy { $0 == .overloaded || $0 == .damaged } && codes.contains(.damaged))
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "third").path))
  }

  @Test func userHasOneUploadAtATime() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doorward-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let blocking = "touch \"$1/started\"; until [ -e \"$1/go\" ]; do sleep 0.02; done"
    let worker = try await PhotoWorker(script(blocking, folder.path))
    let upload = try image("picture.png")
    @Sendable func code(_ user: String) async -> PhotoError.Code? {
      do throws(PhotoError) {
        _ = try await worker.photo(of: upload, for: user)
        return nil
      } catch {
        return error.code
      }
    }
    await withTaskGroup(of: PhotoError.Code?.self) { group in
      group.addTask { await code("ann") }
      while !FileManager.default.fileExists(atPath: folder.appending(path: "started").path) {
        try? await Task.sleep(for: .milliseconds(10))
      }
      for _ in 0..<3 { group.addTask { await code("ann") } }
      group.addTask { await code("bob") }
      let first = await [group.next(), group.next(), group.next()]
      #expect(first == [.overloaded, .overloaded, .overloaded])
      #expect(FileManager.default.createFile(atPath: folder.appending(path: "go").path, contents: nil))
      // The script answers nothing, so an upload that had its turn is damaged.
      for await rest in group { #expect(rest == .damaged) }
    }
    #expect(await code("ann") == .damaged)
  }

  @Test func closedWorkerRefusesUploads() async throws {
    let worker = try await PhotoWorker(decoder())
    worker.close()
    await #expect(throws: PhotoError(.closed, "")) {
      try await worker.photo(of: image("picture.png"), for: nil)
    }
  }
}

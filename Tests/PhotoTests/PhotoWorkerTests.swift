import DoorwardPhotos
import Testing

@Suite("The worker for photos", .timeLimit(.minutes(5)))
struct PhotoWorkerTests {
  @Test func uploadsAtTheSameTimeGetTheirOwnPhotos() async throws {
    let worker = try await PhotoWorker(queueLimit: 100)
    let names = ["picture.png", "gray.jpg", "animated.gif", "picture.heic", "transparent.webp"]
    let expected = try names.map { try PhotoProcessor().photo(of: image($0)) }
    try await withThrowingTaskGroup(of: (Int, Photo).self) { group in
      for number in 0..<20 {
        let upload = try image(names[number % names.count])
        group.addTask { (number, try await worker.photo(of: upload)) }
      }
      for try await (number, photo) in group { #expect(photo == expected[number % names.count]) }
    }
  }

  @Test func severalThreadsMayUseTheLibrary() async throws {
    let upload = try image("location.jpg")
    let expected = try PhotoProcessor().photo(of: upload)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let worker = try await PhotoWorker()
          for _ in 0..<5 { #expect(try await worker.photo(of: upload) == expected) }
          worker.close()
          await worker.ended()
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func refusalReachesTheCallerAndTheWorkerGoesOn() async throws {
    let worker = try await PhotoWorker()
    await #expect(throws: PhotoError(.unsupportedFormat, "")) { try await worker.photo(of: [1, 2, 3]) }
    await #expect(throws: PhotoError(.tooManyPixels, "")) { try await worker.photo(of: image("bomb.png")) }
    #expect(try await worker.photo(of: image("picture.png")).renditions.count == 4)
  }

  @Test func fullQueueRefusesUploads() async throws {
    let worker = try await PhotoWorker(queueLimit: 0)
    await #expect(throws: PhotoError(.overloaded, "")) { try await worker.photo(of: image("picture.png")) }
  }

  @Test func closedWorkerRefusesUploadsAndEnds() async throws {
    let worker = try await PhotoWorker()
    worker.close()
    await #expect(throws: PhotoError(.closed, "")) { try await worker.photo(of: image("picture.png")) }
    await worker.ended()
  }
}

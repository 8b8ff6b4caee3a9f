import DoorwardSystem

/// Decodes uploads in processes of ``PhotoDecoderProgram``, and bounds the number of processes and of waiting uploads.
///
/// There are two at a time, because the memory of a decoding is large, and users rarely change their photos. One of them can
/// be busy for seconds with a hostile image. A user has one upload at a time that runs or waits, so that one user cannot
/// occupy all places.
package final class PhotoWorker: Sendable {
  private struct Job: Sendable {
    let upload: PhotoUpload
    let answer: CheckedContinuation<Result<Photo, PhotoError>, Never>
  }

  /// The most processes.
  package static let processes = 2

  private struct State: Sendable {
    /// The users with an upload that runs or waits.
    var users: Set<String> = []
    var examination: Task<PhotoError?, Never>?
    var problem: PhotoError?
  }

  private let limits = PhotoLimits()
  private let lane: WorkerLane<Job>
  private let state = Monitor(State())

  /// Starts the threads that wait for the processes.
  ///
  /// - Parameters:
  ///   - decoder: decodes an upload.
  ///   - queueLimit: the most uploads that wait. Each is in memory.
  /// - Throws: ``PhotoError`` `photo_processing_unavailable`.
  package init(_ decoder: PhotoDecoderProgram, queueLimit: Int = 8) async throws(PhotoError) {
    lane = WorkerLane(limit: queueLimit)
    do {
      for _ in 0..<Self.processes {
        try await lane.start(open: {}) { [limits] _, lane in
          while let job = lane.next() {
            job.answer.resume(
              returning: Result { () throws(PhotoError) in
                try decoder.photo(of: job.upload, limits: limits)
              })
          }
        }
      }
    } catch {
      lane.close()
      throw PhotoError(.unavailable, "The system has no thread for photos.")
    }
  }

  deinit { lane.close() }

  /// Makes a photo of an upload. Cancelling the calling task changes nothing.
  ///
  /// `user` is the id of the user whose photo it is; nil for an image of the server. If another upload of the user runs
  /// or waits, the call is refused like one that finds no place.
  ///
  /// - Returns: the photo.
  /// - Throws: ``PhotoError``.
  package func photo(of bytes: [UInt8], for user: String?) async throws(PhotoError) -> Photo {
    let upload = try PhotoUpload(bytes, limits: limits)
    if let user {
      guard state.withLock({ $0.users.insert(user).inserted }) else { throw .userOverloaded }
    }
    defer { if let user { state.withLock { _ = $0.users.remove(user) } } }
    let result = await withCheckedContinuation { answer in
      do {
        try lane.submit(Job(upload: upload, answer: answer))
      } catch WorkerLaneError.full {
        answer.resume(returning: .failure(.overloaded))
      } catch {
        answer.resume(returning: .failure(.closed))
      }
    }
    return try result.get()
  }

  /// Whether photos can be processed on this system, as far as ``problem()`` has found out. It is true before.
  package var isUsable: Bool { state.withLock { $0.problem == nil } }

  /// The reason why photos cannot be processed on this system; nil if they can. The first call decodes a small image.
  package func problem() async -> PhotoError? {
    let examination = state.withLock { known in
      if let examination = known.examination { return examination }
      let examination = Task {
        let problem = await self.examine()
        self.state.withLock { $0.problem = problem }
        return problem
      }
      known.examination = examination
      return examination
    }
    return await examination.value
  }

  private func examine() async -> PhotoError? {
    do {
      _ = try await photo(of: Self.onePixel, for: nil)
      return nil
    } catch  where [.overloaded, .closed].contains(error.code) {
      return nil
    } catch  where error.code == .damaged {
      return PhotoError(.unavailable, "The decoder of photos does not run on this system.")
    } catch {
      return error
    }
  }

  /// A PNG file.
  private static let onePixel: [UInt8] = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
    0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x60, 0x60, 0x60, 0x00,
    0x00, 0x00, 0x04, 0x00, 0x01, 0xf6, 0x17, 0x38, 0x55, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e,
    0x44, 0xae, 0x42, 0x60, 0x82,
  ]

  /// Accepts no further uploads. The processes end with this process.
  package func close() { lane.close() }
}

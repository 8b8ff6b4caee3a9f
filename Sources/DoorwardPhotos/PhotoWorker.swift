import DoorwardWorkers

/// The thread that decodes uploads, and the bounded queue of the uploads that wait for it.
///
/// There is one thread, because the memory of a decoding is large, and users rarely change their photos.
package final class PhotoWorker: Sendable {
  private struct Job: Sendable {
    let upload: [UInt8]
    let answer: CheckedContinuation<Result<Photo, PhotoError>, Never>
  }

  private let lane: WorkerLane<Job>

  /// Starts the thread. libvips is loaded with the first upload.
  ///
  /// - Parameters:
  ///   - processor: reads the uploads.
  ///   - queueLimit: the most uploads that wait. Each is in memory.
  /// - Throws: ``PhotoError`` `photo_processing_unavailable`.
  package init(_ processor: PhotoProcessor = PhotoProcessor(), queueLimit: Int = 8) async throws(PhotoError) {
    lane = WorkerLane(limit: queueLimit)
    do {
      try await lane.start(open: {}) { _, lane in
        defer { VipsLibrary.endThread() }
        while let job = lane.next() {
          job.answer.resume(
            returning: Result { () throws(PhotoError) in try processor.photo(of: job.upload) })
        }
      }
    } catch {
      throw PhotoError(.unavailable, "The system has no thread for photos.")
    }
  }

  deinit { lane.close() }

  /// Makes a photo of an upload on the thread. Cancelling the calling task changes nothing.
  ///
  /// - Parameter upload: the bytes of the image.
  /// - Returns: the photo.
  /// - Throws: ``PhotoError``.
  package func photo(of upload: [UInt8]) async throws(PhotoError) -> Photo {
    let result = await withCheckedContinuation { answer in
      do {
        try lane.submit(Job(upload: upload, answer: answer))
      } catch WorkerLaneError.full {
        answer.resume(
          returning: .failure(
            PhotoError(.overloaded, "Too many photos are being processed. Try again in a few seconds.")))
      } catch {
        answer.resume(returning: .failure(PhotoError(.closed, "The server is stopping.")))
      }
    }
    return try result.get()
  }

  /// Accepts no further uploads. The thread ends after the waiting uploads.
  package func close() { lane.close() }

  /// Returns when the thread has ended. A program that exits earlier may crash: the C++ libraries under libvips clean up
  /// at exit, also while the thread decodes.
  package func ended() async { await lane.ended() }
}

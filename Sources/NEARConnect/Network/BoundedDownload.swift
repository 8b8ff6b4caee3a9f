internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Reads an answer up to a limit; a longer one is given up while it arrives.
///
/// Unchecked: what is mutable is touched in the callbacks of one task alone, which a session makes one after
/// the other on its serial delegate queue.
final class BoundedDownload: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let limit: Int
  private var body: [UInt8] = []
  private var status = 0
  private var continuation: CheckedContinuation<HTTPFetch.Answer, any Error>?

  private init(limit: Int, continuation: CheckedContinuation<HTTPFetch.Answer, any Error>) {
    self.limit = limit
    self.continuation = continuation
  }

  static func run(
    _ request: URLRequest, in session: URLSession, limit: Int
  ) async throws -> HTTPFetch.Answer {
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A task that was cancelled before it was begun says nothing to its delegate.
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        task.delegate = BoundedDownload(limit: limit, continuation: continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    status = (response as? HTTPURLResponse)?.statusCode ?? 0
    completionHandler(response.expectedContentLength > Int64(limit) ? .cancel : .allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    body.append(contentsOf: data)
    if body.count > limit { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      continuation?.resume(throwing: error)
    } else {
      continuation?.resume(returning: HTTPFetch.Answer(status: status, body: body))
    }
    continuation = nil
  }
}

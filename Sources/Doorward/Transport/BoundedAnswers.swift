internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Collects the answers of a session's tasks, each up to a bound, and follows no redirect.
///
/// What is in between may answer without end; nothing of the server's is longer than a few kilobytes. On Linux
/// `URLSession` reads ahead of whoever listens, so that a fast sender takes memory until it is called off.
// Unchecked: `waiting` is touched under the lock alone.
final class BoundedAnswers: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Waiting {
    let continuation: CheckedContinuation<(Data, URLResponse), any Error>
    var response: URLResponse?
    var body = Data()
    var isTooLong = false
  }

  private let longest: Int
  private let lock = NSLock()
  private var waiting: [Int: Waiting] = [:]

  init(longest: Int) { self.longest = longest }

  /// Sends a request; stops when the caller does.
  func answer(to request: URLRequest, in session: URLSession) async throws -> (Data, URLResponse) {
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lock.withLock { waiting[task.taskIdentifier] = Waiting(continuation: continuation) }
        task.resume()
        // Called off before it was known here: then nobody would ever say that it is over.
        if Task.isCancelled { abandon(task) }
      }
    } onCancel: {
      // Not from here: it waits for the session, which may be about to wake who is being called off.
      Task { task.cancel() }
    }
  }

  private func abandon(_ task: URLSessionTask) {
    let one = lock.withLock { waiting.removeValue(forKey: task.taskIdentifier) }
    one?.continuation.resume(throwing: CancellationError())
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    lock.withLock { waiting[dataTask.taskIdentifier]?.response = response }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = lock.withLock {
      guard var one = waiting[dataTask.taskIdentifier], !one.isTooLong else { return false }
      one.isTooLong = one.body.count + data.count > longest
      if one.isTooLong { one.body = Data() } else { one.body.append(data) }
      waiting[dataTask.taskIdentifier] = one
      return one.isTooLong
    }
    // Not from here: to be called off, a task waits for its session, which may be waiting for this.
    if isTooLong { Task { dataTask.cancel() } }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let one = lock.withLock({ waiting.removeValue(forKey: task.taskIdentifier) }) else { return }
    if let error {
      one.continuation.resume(throwing: one.isTooLong ? URLError(.dataLengthExceedsMaximum) : error)
    } else if let response = one.response ?? task.response, !one.isTooLong {
      one.continuation.resume(returning: (one.body, response))
    } else {
      one.continuation.resume(throwing: URLError(.badServerResponse))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

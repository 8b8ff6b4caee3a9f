#if canImport(Darwin)
  internal import Foundation

  /// Collects the answers of a session's tasks, each up to its limit, and follows no redirect.
  // Unchecked: `waiting` is accessed under the lock.
  final class BoundedAnswers: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private typealias Answers = AsyncThrowingStream<(Data, URLResponse), any Error>

    private struct Waiting {
      let continuation: Answers.Continuation
      let limit: Int
      var response: URLResponse?
      var body = Data()
      var isTooLong = false
    }

    private let lock = NSLock()
    private var waiting: [Int: Waiting] = [:]

    /// Sends a request, and cancels it when the calling task is cancelled.
    func answer(
      to request: URLRequest, in session: URLSession, limit: Int
    ) async throws -> (Data, URLResponse) {
      try Task.checkCancellation()
      let task = session.dataTask(with: request)
      let (answers, continuation) = Answers.makeStream()
      lock.withLock { waiting[task.taskIdentifier] = Waiting(continuation: continuation, limit: limit) }
      task.resume()
      for try await answer in answers { return answer }
      // The stream ends without an answer when the calling task is cancelled.
      task.cancel()
      throw CancellationError()
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let isTooLong = lock.withLock {
        guard var one = waiting[dataTask.taskIdentifier] else { return false }
        one.response = response
        one.isTooLong = response.expectedContentLength > Int64(one.limit)
        waiting[dataTask.taskIdentifier] = one
        return one.isTooLong
      }
      completionHandler(isTooLong ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let isTooLong = lock.withLock {
        guard var one = waiting[dataTask.taskIdentifier], !one.isTooLong else { return false }
        one.isTooLong = one.body.count + data.count > one.limit
        if one.isTooLong { one.body = Data() } else { one.body.append(data) }
        waiting[dataTask.taskIdentifier] = one
        return one.isTooLong
      }
      if isTooLong { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      guard let one = lock.withLock({ waiting.removeValue(forKey: task.taskIdentifier) }) else { return }
      if let error {
        one.continuation.finish(throwing: one.isTooLong ? URLError(.dataLengthExceedsMaximum) : error)
      } else if let response = one.response ?? task.response, !one.isTooLong {
        one.continuation.yield((one.body, response))
        one.continuation.finish()
      } else {
        one.continuation.finish(throwing: URLError(.badServerResponse))
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }
  }
#endif

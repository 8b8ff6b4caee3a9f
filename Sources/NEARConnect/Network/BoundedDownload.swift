internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Downloads a response up to a size limit, and cancels the download if the response is longer.
///
/// Unchecked Sendable: only the callbacks of one task use the mutable properties, and the session calls them
/// one after the other on its serial delegate queue.
final class BoundedDownload: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private typealias Answers = AsyncThrowingStream<HTTPFetch.Answer, any Error>

  private let limit: Int
  private let continuation: Answers.Continuation
  private var body: [UInt8] = []
  private var status = 0

  private init(limit: Int, continuation: Answers.Continuation) {
    self.limit = limit
    self.continuation = continuation
  }

  static func run(
    _ request: URLRequest, _ configuration: URLSessionConfiguration, limit: Int
  ) async throws -> HTTPFetch.Answer {
    try Task.checkCancellation()
    let (answers, continuation) = Answers.makeStream()
    // On Linux, Foundation does not call the delegate of a task, so each request has a session with a delegate.
    let session = URLSession(
      configuration: configuration, delegate: BoundedDownload(limit: limit, continuation: continuation),
      delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: request)
    task.resume()
    for try await answer in answers { return answer }
    // The stream ends early if the caller's task is cancelled. On Linux, cancelling a task from another thread
    // while its response arrives can crash the process, so the task is cancelled on the delegate's queue.
    session.delegateQueue.addOperation { task.cancel() }
    throw CancellationError()
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
    // A complete response can arrive before the cancellation takes effect.
    guard error == nil, body.count <= limit else {
      return continuation.finish(throwing: error ?? URLError(.dataLengthExceedsMaximum))
    }
    continuation.yield(HTTPFetch.Answer(status: status, body: body))
    continuation.finish()
  }
}

internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Reads an answer up to a limit; a longer one is given up while it arrives.
///
/// Unchecked: what is mutable is touched in the callbacks of one task alone, which a session makes one after
/// the other on its serial delegate queue.
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
    // A session of its own: on Linux a delegate of a task alone is not told of the answer.
    let session = URLSession(
      configuration: configuration, delegate: BoundedDownload(limit: limit, continuation: continuation),
      delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: request)
    task.resume()
    for try await answer in answers { return answer }
    // A stream ends when who waits for it is called off. On the delegate's queue: from elsewhere, on Linux, being
    // called off as the answer comes may end the process.
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
    // It may have been whole before it could be given up.
    guard error == nil, body.count <= limit else {
      return continuation.finish(throwing: error ?? URLError(.dataLengthExceedsMaximum))
    }
    continuation.yield(HTTPFetch.Answer(status: status, body: body))
    continuation.finish()
  }
}

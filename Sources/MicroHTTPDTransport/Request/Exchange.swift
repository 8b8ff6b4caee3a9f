import CMicroHTTPD
import HTTPCore

/// One request and its response, as libmicrohttpd calls us about them.
///
/// Sound as Sendable: the variables are touched only by the one thread of the library that serves the
/// connection; tasks and other threads use `pointer` alone, under the connection's lock.
final class Exchange: @unchecked Sendable {
  private enum Stage {
    case head
    case body
    case answer
  }

  /// The library's connection: it outlives the exchange.
  let pointer: OpaquePointer
  private let connection: Connection
  private let target: [UInt8]
  private var stage = Stage.head
  private var request: HTTPRequest?
  private var bodyBytes = 0
  /// Whether another request may follow on this connection.
  private var isLast = false

  /// `target` is the request target as it came.
  init(pointer: OpaquePointer, connection: Connection, target: [UInt8]) {
    self.pointer = pointer
    self.connection = connection
    self.target = target
  }

  private var configuration: MicroHTTPDConfiguration { connection.listener.configuration }

  /// Takes the next call of the library: the head, some body, the end of the body, the way back from
  /// suspension.
  func advance(head: RequestHeadSource, upload: UnsafeRawBufferPointer) -> (isTaken: Bool, consumed: Int) {
    switch stage {
    case .head:
      stage = .body
      return (takeHead(head), 0)
    case .body where !upload.isEmpty:
      return (take(upload), upload.count)
    case .body:
      stage = .answer
      return (finish(), 0)
    case .answer:
      return (respond(), 0)
    }
  }

  /// The answer is sent, or the request broke off.
  func ended() {
    connection.ended(self)
  }

  private func takeHead(_ source: RequestHeadSource) -> Bool {
    let head = RequestHead(source, target: target, peer: connection.peer, configuration: configuration)
    request = head.request
    // Proxies and servers have disagreed about where a chunked body ends; what follows one is never read.
    isLast = head.isChunked
    if let problem = head.refusal {
      stage = .answer
      return refuse(problem)
    }
    if head.isChunked || head.contentLength > 0 { connection.expectsBody() }
    return true
  }

  private func take(_ upload: UnsafeRawBufferPointer) -> Bool {
    bodyBytes += upload.count
    if bodyBytes <= configuration.maximumBodyBytes {
      request?.body.append(contentsOf: upload)
      return true
    }
    request?.body = []
    // A little too much is read to its end, so that the client hears why; a flood is cut off.
    return bodyBytes / 2 <= configuration.maximumBodyBytes
  }

  private func finish() -> Bool {
    guard bodyBytes <= configuration.maximumBodyBytes else {
      return refuse(.bodyTooLarge(limit: configuration.maximumBodyBytes))
    }
    guard let request else { return false }
    self.request = nil
    let responder = connection.listener.responder
    return connection.suspend(self) { await responder(request) }
  }

  private func refuse(_ problem: Problem) -> Bool {
    isLast = true
    guard let request else { return false }
    self.request = nil
    let refuser = connection.listener.refuser
    return connection.suspend(self) { await refuser(request, problem) }
  }

  private func respond() -> Bool {
    guard let answer = connection.takeAnswer(to: self) else { return false }
    return queue(answer.response, on: pointer, isLast: isLast || answer.isLast)
  }
}

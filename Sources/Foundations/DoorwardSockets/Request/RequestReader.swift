import DoorwardHTTP
import DoorwardHTTPTypes

/// Reads the requests of one connection from its bytes (RFC 9112).
///
/// The reader is strict, so that a proxy cannot read the same bytes differently. Lines end with CR LF
/// only. Folded lines and control characters are rejected, and the body must have exactly one length. The first
/// violation ends the connection.
struct RequestReader {
  /// The result of reading the bytes received so far.
  enum Step {
    /// More bytes are needed.
    case needsBytes
    /// The head is complete and a body follows.
    case body(awaitsContinue: Bool)
    /// The body has become larger than other bodies may be, by another multiple of their limit.
    case largeBody
    /// A complete request.
    case request(HTTPRequest, isLast: Bool)
    /// The bytes are not an acceptable request. `HTTPRequest` has the parts that could be read.
    case refused(HTTPRequest, Problem)
  }

  private enum Stage {
    case requestLine
    case fields
    /// The head has passed a limit. The fields that decide the form of the refusal may follow.
    case oversize(OversizeHead)
    case body(remaining: Int)
    case chunks(ChunkReader, limit: Int)
    case complete
    case refused
  }

  private let configuration: SocketTransportConfiguration
  private let peer: IPAddress
  private var lines = LineReader()
  private var stage = Stage.requestLine
  private var head: RequestHead
  private var body: [UInt8] = []
  /// The size of the body at which the next ``Step/largeBody`` is taken.
  private var nextStep: Int

  init(peer: IPAddress, configuration: SocketTransportConfiguration) {
    self.peer = peer
    self.configuration = configuration
    nextStep = configuration.maximumBodyBytes
    head = RequestHead(peer: peer)
  }

  /// Whether no byte of the next request has been received.
  var isIdle: Bool {
    guard case .requestLine = stage else { return false }
    return lines.isEmpty
  }

  /// The current request as far as it is read, without the body.
  var request: HTTPRequest { head.request }

  /// Takes bytes from the connection.
  mutating func receive(_ bytes: UnsafeRawBufferPointer) { lines.append(bytes) }

  /// The next step that the bytes allow. Nothing is read after a refusal.
  mutating func next() -> Step {
    do throws(Problem) {
      return try advance()
    } catch {
      return .refused(refuse(), error)
    }
  }

  /// Stops reading.
  ///
  /// - Returns: The parts of the current request that have been read, without the body.
  mutating func refuse() -> HTTPRequest {
    stage = .refused
    lines = LineReader()
    body = []
    return head.request
  }

  private mutating func advance() throws(Problem) -> Step {
    while true {
      switch stage {
      case .requestLine, .fields:
        try checkFirstByte()
        let line = try lines.next()
        if let problem = excess(with: line) {
          stage = .oversize(oversize(problem, line))
          continue
        }
        guard let line else { return .needsBytes }
        if let step = try take(line) { return step }
      case .oversize(var rest):
        rest.read(lines.take(upTo: lines.count), into: &head)
        guard !rest.isComplete else { throw rest.problem }
        stage = .oversize(rest)
        return .needsBytes
      case .body(let remaining):
        body += lines.take(upTo: remaining)
        let missing = configuredLength - body.count
        stage = missing == 0 ? .complete : .body(remaining: missing)
        if let step = stepOfBody() { return step }
      case .chunks(var chunks, let limit):
        let isComplete = try chunks.read(&lines, into: &body, limit: limit, configuration)
        stage = isComplete ? .complete : .chunks(chunks, limit: limit)
        if let step = stepOfBody() { return step }
      case .complete:
        return finish()
      case .refused:
        return .needsBytes
      }
    }
  }

  /// The step after all received bytes of the body have been read; nil if the body is complete.
  private mutating func stepOfBody() -> Step? {
    if body.count > nextStep {
      nextStep = body.count + configuration.maximumBodyBytes
      return .largeBody
    }
    if case .complete = stage { return nil }
    return .needsBytes
  }

  private var configuredLength: Int { head.framing.contentLength }

  private func checkFirstByte() throws(Problem) {
    if case .requestLine = stage, !head.isStarted, let first = lines.first,
      !isTokenCharacter(first), first != UInt8(ascii: "\r")
    {
      // A TLS client, for example, never sends a line end. It receives the refusal immediately.
      throw .malformedRequest("The request line does not start with a method.")
    }
  }

  /// The refusal of a head that passes a limit with its next line.
  ///
  /// - Parameter line: The line; nil if it is not complete.
  /// - Returns: The refusal; nil if the head passes no limit.
  private func excess(with line: [UInt8]?) -> Problem? {
    let (bytes, count) = (configuration.maximumHeaderBytes, configuration.maximumHeaderCount)
    let isRequestLine = if case .requestLine = stage { true } else { false }
    let size = lines.consumed + (line == nil ? lines.count + 1 : 0)
    guard size <= bytes else {
      return isRequestLine
        ? .targetTooLong(limit: bytes) : .headersTooLarge("The header section may have up to \(bytes) bytes.")
    }
    guard !isRequestLine, line?.isEmpty == false, head.request.fields.count >= count else { return nil }
    return .headersTooLarge("A request may have up to \(count) header fields.")
  }

  /// The rest of the head after a line that has passed a limit.
  private mutating func oversize(_ problem: Problem, _ line: [UInt8]?) -> OversizeHead {
    var rest = OversizeHead(problem, maximumBytes: 16 * configuration.maximumHeaderBytes)
    if case .fields = stage, let line { rest.take(line, into: &head) }
    return rest
  }

  /// Whether the head has passed a limit, and the refusal waits for its end.
  var isOversize: Bool { if case .oversize = stage { true } else { false } }

  /// Stops waiting for the end of a head that has passed a limit.
  ///
  /// - Returns: The refusal; nil if none waits.
  mutating func refuseOversize() -> (HTTPRequest, Problem)? {
    guard case .oversize(let rest) = stage else { return nil }
    return (refuse(), rest.problem)
  }

  /// Takes a line of the head. The result is a step once the head is complete.
  private mutating func take(_ line: [UInt8]) throws(Problem) -> Step? {
    if case .requestLine = stage {
      if line.isEmpty, !head.isStarted {
        // RFC 9112 §2.2: one empty line before the request line is ignored.
        head.isStarted = true
        return nil
      }
      try head.takeRequestLine(line)
      stage = .fields
      return nil
    }
    guard line.isEmpty else {
      try head.takeField(line)
      return nil
    }
    let limit = configuration.bodyLimit(of: head.request)
    try head.finish(maximumBodyBytes: limit)
    if head.framing.isChunked {
      stage = .chunks(ChunkReader(), limit: limit)
    } else if head.framing.contentLength > 0 {
      stage = .body(remaining: head.framing.contentLength)
    } else {
      return finish()
    }
    return .body(awaitsContinue: head.framing.awaitsContinue && lines.isEmpty)
  }

  private mutating func finish() -> Step {
    var request = head.request
    request.body = body
    let isLast = head.isLast
    body = []
    nextStep = configuration.maximumBodyBytes
    head = RequestHead(peer: peer)
    stage = .requestLine
    lines.startCounting()
    return .request(request, isLast: isLast)
  }
}

/// The callers that wait for a reply of the session machine.
struct Callers {
  private var last: Call = 0
  private var waiting: [Call: AsyncStream<SessionReply>.Continuation] = [:]

  /// A new number.
  mutating func number() -> Call {
    last += 1
    return last
  }

  /// A new caller, and the stream of its one reply.
  mutating func add() -> (Call, AsyncStream<SessionReply>) {
    let call = number()
    return (call, add(call))
  }

  mutating func add(_ call: Call) -> AsyncStream<SessionReply> {
    let (replies, continuation) = AsyncStream<SessionReply>.makeStream()
    waiting[call] = continuation
    return replies
  }

  mutating func remove(_ call: Call) { waiting[call] = nil }

  mutating func reply(_ call: Call, _ reply: SessionReply) {
    guard let continuation = waiting.removeValue(forKey: call) else { return }
    continuation.yield(reply)
    continuation.finish()
  }
}

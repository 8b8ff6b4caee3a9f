/// The user and session that a token of a request belongs to.
struct Caller: Sendable, Equatable {
  let user: String
  let session: String
}

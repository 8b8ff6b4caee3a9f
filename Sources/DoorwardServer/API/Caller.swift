/// Whoever a request has proven itself to come from, as the store knows them at this moment.
struct Caller: Sendable {
  let user: User
  let session: Session
  let application: Application
}

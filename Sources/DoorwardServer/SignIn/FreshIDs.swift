/// Every random value one admission may need, drawn before the transaction so that it can run twice.
struct FreshIDs: Sendable {
  let user: User.ID
  let identity: Identity.ID
  let session: Session.ID
  let salt: [UInt8]

  init(_ random: RandomSource) throws {
    user = try User.ID(random: random)
    identity = try Identity.ID(random: random)
    session = try Session.ID(random: random)
    salt = try random.bytes(16)
  }
}

/// An identity whose proof has been checked; only the sign-in methods make one.
struct ProvenIdentity: Sendable {
  let key: IdentityKey
  let method: SignInMethodName
  let wallet: WalletMetadata
  let nearKey: NEARSessionKey?
  /// What else decides whether the proof signs in the identity's user; nil where nothing does.
  let continuity: (any IdentityContinuity)?
}

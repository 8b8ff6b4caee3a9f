import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

/// The refusal of a sign-in to an account that will be deleted.
struct AccountDeletionPending: Error {
  let dueAt: Date
}

/// Turns a proof into a user with a session, by the rules of the server.
extension AccountBook {
  /// A proven identity.
  struct Proven {
    let key: Identity.Key
    let method: String
    /// The labels that the app gives a wallet, as members of the identity.
    var wallet: JSONObject = [:]
    /// The values of a user who signs up with a password or a passkey.
    var signUp: SignUpValues?
    /// The credential of a passkey, as of this proof.
    var passkey: PasskeyCredential?

    /// Whether a code has proven the address of a sign-up or a reset with a password.
    var isPartOfPassword = false

    /// The method as the offer names it.
    var offerName: String {
      switch method {
      case _ where isPartOfPassword: WireMethod.password
      case ProofName.password: WireMethod.password
      case ProofName.code, ProofName.smsCode: WireMethod.code
      default: method
      }
    }
  }

  /// The conditions under which a session is opened.
  struct Opening {
    let now: Date
    let lifetime: Double
    let device: String?
    let network: String
    /// The token that recognizes the device.
    let deviceToken: String
    /// The session whose token the request carries.
    let caller: Caller?
    /// Whether the sign-in keeps an account that will be deleted.
    var keepsAccount = false
  }

  /// The result of a sign-in.
  struct Admitted {
    let session: String
    let isNew: Bool
    /// The token that recognizes the device; nil for an anonymous sign-in and for the tokens of a session.
    var deviceToken: String?
  }

  /// Signs in the user of an identity. If the identity is new and the caller is an anonymous user, that user becomes
  /// registered.
  ///
  /// - Throws: ``AccountDeletionPending``.
  mutating func signIn(
    _ proven: Proven, _ secondFactor: Session.Proof?, _ opening: Opening
  ) throws -> Admitted {
    let (user, identity, isNew) = try resolve(proven, withSecondFactor: secondFactor != nil, opening)
    let first = Session.Proof(
      identity: identity, method: proven.method, offerName: proven.offerName, provenAt: opening.now,
      isPasskeyAsFactor: proven.passkey?.provesTwoFactors == true)
    let proofs = [first] + (secondFactor.map { [$0] } ?? [])
    let current = opening.caller.flatMap { session($0.session) }.flatMap { $0.user == user ? $0 : nil }
    if let current, !current.isAnonymous {
      changeSession(current.id) {
        // A second factor belongs to the sign-in that it followed.
        $0.proofs.removeAll { $0.identity == nil }
        for proof in proofs { $0.record(proof) }
        $0.lastUsedAt = opening.now
      }
      return Admitted(session: current.id, isNew: isNew, deviceToken: opening.deviceToken)
    }
    // Another party may have the tokens of the anonymous session; the proof must not sign that party in.
    if let current { end(current.id, at: opening.now) }
    return Admitted(
      session: open(user, proofs, opening), isNew: isNew, deviceToken: opening.deviceToken)
  }

  /// Makes an anonymous user and opens its session.
  mutating func signInAnonymously(_ opening: Opening) -> Admitted {
    let user = newUser(nil, isAnonymous: true, opening.now)
    return Admitted(session: open(user, [], opening), isNew: true)
  }

  /// Adds an identity to a user. With `isMove`, the identity may leave another user.
  mutating func link(
    _ proven: Proven, to user: String, moving isMove: Bool, from session: String, at now: Date
  ) throws(Problem) {
    let known = identity(proven.key)
    if let known, known.user == user { return use(known, proven.wallet, now) }
    if let known, !isMove { throw inUse(known) }
    guard identities(of: user).count < StandardLimits.identities else { throw .tooManyIdentities }
    if let known { release(known, at: now) }
    let wasAnonymous = self.user(user)?.isAnonymous == true
    changeUser(user) {
      if $0.isAnonymous { $0.lastSignInAt = now }
      $0.isAnonymous = false
    }
    let added = add(proven, to: user, verifiedAt: now, lastUsedAt: nil)
    if wasAnonymous {
      changeSession(session) {
        $0.record(Session.Proof(identity: added, method: WireMethod.anonymous, provenAt: $0.createdAt))
      }
    }
  }

  /// The refusal of a link, with the effects of a move.
  private func inUse(_ known: Identity) -> Problem {
    let other = user(known.user)
    return .identityInUse(
      movingWith: WireIdentityInUse(
        accountName: other?.texts[.name], accountCreatedAt: other?.createdAt, identity: known.json,
        deletesAccount: identities(of: known.user).count < 2))
  }

  /// Takes an identity from its user. A user without another identity is deleted.
  private mutating func release(_ known: Identity, at now: Date) {
    guard identities(of: known.user).count > 1 else { return delete(known.user) }
    removeIdentity(known.id, at: now)
    endSessions(of: known.user, except: nil, at: now)
  }

  private mutating func resolve(
    _ proven: Proven, withSecondFactor: Bool, _ opening: Opening
  ) throws -> (user: String, identity: String, isNew: Bool) {
    let now = opening.now
    if let known = identity(proven.key) {
      if let deletion = user(known.user)?.deletion {
        guard opening.keepsAccount else { throw AccountDeletionPending(dueAt: deletion.dueAt) }
        changeUser(known.user) { $0.deletion = nil }
      }
      use(known, proven.wallet, now)
      if let passkey = proven.passkey {
        changeIdentity(known.id) { $0.passkey?.update(by: passkey, withSecondFactor: withSecondFactor) }
      }
      changeUser(known.user) { $0.lastSignInAt = now }
      return (known.user, known.id, false)
    }
    let visitor = opening.caller.flatMap { self.user($0.user)?.isAnonymous == true ? $0.user : nil }
    let user = visitor ?? newUser(proven.signUp?.id, isAnonymous: false, now)
    changeUser(user) {
      $0.isAnonymous = false
      $0.lastSignInAt = now
      guard let values = proven.signUp else { return }
      $0.texts[.name] = $0.texts[.name] ?? values.name
      $0.password = values.password
    }
    let added = add(proven, to: user, verifiedAt: now, lastUsedAt: now)
    if let name = proven.signUp?.username {
      _ = add(Proven(key: name, method: proven.method), to: user, verifiedAt: now, lastUsedAt: nil)
    }
    return (user, added, visitor == nil)
  }

  /// Gives a user an address or a user name in place of others. The session of the caller continues with it.
  mutating func setIdentity(
    _ proven: Proven, replacing replaced: [Identity], of caller: Caller, at now: Date
  ) {
    let added =
      identity(proven.key)?.id ?? add(proven, to: caller.user, verifiedAt: now, lastUsedAt: nil)
    // The session continues with the new identity, and gains no proof.
    changeSession(caller.session) { session in
      session.proofs = session.proofs.map { proof in
        if replaced.contains(where: { $0.id == proof.factor }) {
          var moved = proof
          moved.factor = added
          return moved
        }
        guard replaced.contains(where: { $0.id == proof.identity }) else { return proof }
        return Session.Proof(
          identity: added, method: proof.method, offerName: proof.offerName, provenAt: proof.provenAt)
      }
    }
    for identity in replaced {
      // Codes that are a second factor go to the new address.
      if let factor = identity.secondFactor {
        changeIdentity(added) {
          $0.secondFactor = WireSecondFactor(
            id: factor.id, type: factor.type, createdAt: factor.createdAt, identityID: added,
            channel: factor.channel)
        }
      }
      removeIdentity(identity.id, at: now)
    }
  }

  private mutating func newUser(_ id: String?, isAnonymous: Bool, _ now: Date) -> String {
    let user = User(id: id ?? newID(), isAnonymous: isAnonymous, createdAt: now, lastSignInAt: now)
    insert(user)
    return user.id
  }

  private mutating func use(_ identity: Identity, _ wallet: JSONObject, _ now: Date) {
    changeIdentity(identity.id) {
      $0.wallet.set(wallet)
      $0.lastUsedAt = now
    }
  }

  private mutating func add(
    _ proven: Proven, to user: String, verifiedAt: Date, lastUsedAt: Date?
  ) -> String {
    let added = Identity(
      id: newID(), user: user, key: proven.key, wallet: proven.wallet, verifiedAt: verifiedAt,
      lastUsedAt: lastUsedAt, passkey: proven.passkey)
    insert(added)
    return added.id
  }

  private mutating func open(_ user: String, _ proofs: [Session.Proof], _ opening: Opening) -> String {
    let session = Session(
      id: newID(), user: user, createdAt: opening.now, lastUsedAt: opening.now,
      expiresAt: opening.now.addingTimeInterval(opening.lifetime), proofs: proofs,
      device: opening.device, network: opening.network, salt: randomBytes(16))
    insert(session)
    return session.id
  }
}

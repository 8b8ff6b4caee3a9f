import Foundation
import HTTPCore

/// How a proof becomes a user with a session, by the server's rules.
extension AccountBook {
  /// What is proven.
  struct Proven {
    let key: Identity.Key
    let method: String
    let wallet: WalletLabels
  }

  /// What a session is opened with.
  struct Opening {
    let now: Date
    let lifetime: Double
    let device: String?
    let network: String
    /// Whose token came along.
    let caller: Caller?
  }

  /// Who was signed in.
  struct Admitted {
    let session: String
    let isNew: Bool
  }

  /// Signs in whoever an identity belongs to; a visitor whose token came along becomes the user of one that
  /// belongs to nobody.
  mutating func signIn(_ proven: Proven, _ opening: Opening) -> Admitted {
    let (user, isNew) = resolve(proven, opening)
    let current = opening.caller.flatMap { session($0.session) }.flatMap { $0.user == user ? $0 : nil }
    if let current, !current.isAnonymous {
      change(current.id) {
        $0.authenticatedAt = opening.now
        $0.lastUsedAt = opening.now
        if !$0.methods.contains(proven.method) { $0.methods.append(proven.method) }
      }
      return Admitted(session: current.id, isNew: isNew)
    }
    // Whoever had the visitor's tokens must not be signed in by somebody else's proof.
    if let current { end(current.id, at: opening.now) }
    return Admitted(session: open(user, proven.method, opening), isNew: isNew)
  }

  /// Lets a visitor in who proves nothing.
  mutating func welcome(_ opening: Opening) -> Admitted {
    let user = newUser(isAnonymous: true, opening.now)
    return Admitted(session: open(user, "anonymous", opening), isNew: true)
  }

  /// Adds an identity to a user.
  mutating func link(_ proven: Proven, to user: String, at now: Date) throws(Problem) {
    if let known = identity(proven.key) {
      guard known.user == user else { throw .identityTaken }
      use(known, proven.wallet, now)
      return
    }
    guard identities(of: user).count < 100 else { throw .tooManyIdentities }
    changeUser(user) {
      if $0.isAnonymous { $0.lastSignInAt = now }
      $0.isAnonymous = false
    }
    add(proven, to: user, verifiedAt: now, lastUsedAt: nil)
  }

  private mutating func resolve(_ proven: Proven, _ opening: Opening) -> (user: String, isNew: Bool) {
    let now = opening.now
    if let known = identity(proven.key) {
      use(known, proven.wallet, now)
      changeUser(known.user) { $0.lastSignInAt = now }
      return (known.user, false)
    }
    if let caller = opening.caller, user(caller.user)?.isAnonymous == true {
      changeUser(caller.user) {
        $0.isAnonymous = false
        $0.lastSignInAt = now
      }
      add(proven, to: caller.user, verifiedAt: now, lastUsedAt: now)
      return (caller.user, false)
    }
    let user = newUser(isAnonymous: false, now)
    add(proven, to: user, verifiedAt: now, lastUsedAt: now)
    return (user, true)
  }

  private mutating func newUser(isAnonymous: Bool, _ now: Date) -> String {
    let user = User(id: newID(), isAnonymous: isAnonymous, createdAt: now, lastSignInAt: now)
    insert(user)
    return user.id
  }

  private mutating func use(_ identity: Identity, _ wallet: WalletLabels, _ now: Date) {
    changeIdentity(identity.id) {
      $0.wallet = wallet.filling($0.wallet)
      $0.lastUsedAt = now
    }
  }

  private mutating func add(_ proven: Proven, to user: String, verifiedAt: Date, lastUsedAt: Date?) {
    insert(
      Identity(
        id: newID(), user: user, key: proven.key, wallet: proven.wallet, verifiedAt: verifiedAt,
        lastUsedAt: lastUsedAt))
  }

  private mutating func open(_ user: String, _ method: String, _ opening: Opening) -> String {
    let session = Session(
      id: newID(), user: user, createdAt: opening.now, lastUsedAt: opening.now,
      expiresAt: opening.now.addingTimeInterval(opening.lifetime), authenticatedAt: opening.now,
      methods: [method], device: opening.device, network: opening.network, salt: randomBytes(16))
    insert(session)
    return session.id
  }
}

func newID() -> String { UUID().uuidString.lowercased() }

func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }

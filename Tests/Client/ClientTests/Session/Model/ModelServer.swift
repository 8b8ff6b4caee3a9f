import Encodings

@testable import Doorward

/// The server's rules of sessions as a value: one-use refresh tokens, idempotency keys, upgrades, revocation.
struct ModelServer: Hashable {
  private struct Session: Hashable {
    let user: Int
    let isAnonymous: Bool
    var counter = 0
    /// The key of the last renewal.
    var key: String?
    var isLive = true
  }

  /// The visitors that the application offers to every user who is signed out.
  enum Offer: Hashable {
    case anonymous, guest, nothing
  }

  var offer = Offer.anonymous
  private var sessions: [Session] = []
  /// How many tokens each guest has had.
  private var guests: [Int] = []
  /// The user of each wallet.
  private var wallets: [String: Int] = [:]
  private var users = 0
  /// The session that a sign-in has opened, by its key.
  private var opened: [String: Int] = [:]
  /// The keys of the sign-ins whose challenge is spent.
  private var spent: Set<String> = []

  var live: Set<String> { Set(sessions.indices.filter { sessions[$0].isLive }.map { "s\($0)" }) }

  /// Whether a sign-in with this key has opened a session whose refresh token is unused.
  func canRepeat(_ key: String) -> Bool {
    opened[key].map { sessions[$0].isLive && sessions[$0].counter == 0 } ?? false
  }

  /// Answers a request of the session machine.
  mutating func answer(_ request: SessionEffect, at time: Double) -> SessionEvent {
    switch request {
    case .renew(let session): .renewed(renew(session, time))
    case .visit(let visit, let guest): .visited(.success(self.visit(visit, guest, time)))
    case .confirm(let session):
      live.contains(session.sessionID)
        ? .confirmed(.success(session.user)) : .confirmed(.failure(Self.invalidToken))
    case .signIn(let call, let proof, let token): .signInAnswered(call, signIn(proof, token, time))
    case .end(let session, let isEverywhere, let token):
      end(session, everywhere: isEverywhere, token, time)
    default: preconditionFailure("not a request")
    }
  }

  private mutating func newUser() -> Int {
    users += 1
    return users
  }

  private mutating func open(_ user: Int, isAnonymous: Bool, _ time: Double) -> SessionRecord {
    sessions.append(Session(user: user, isAnonymous: isAnonymous))
    return record(sessions.count - 1, time)
  }

  private func record(_ index: Int, _ time: Double) -> SessionRecord {
    let session = sessions[index]
    return ModelRecords.record(
      session: index, counter: session.counter, user: session.user, isAnonymous: session.isAnonymous, at: time
    )
  }

  private mutating func renew(_ record: SessionRecord, _ time: Double) -> Result<SessionRecord, DoorwardError>
  {
    guard let (index, counter) = ModelRecords.parse(record.refreshToken), sessions[index].isLive else {
      return .failure(Self.invalidGrant)
    }
    if counter == sessions[index].counter {
      sessions[index].counter += 1
      sessions[index].key = record.pendingRefresh
    } else if counter != sessions[index].counter - 1 || record.pendingRefresh == nil
      || sessions[index].key != record.pendingRefresh
    {
      // A used token without its key: another party may have it.
      sessions[index].isLive = false
      return .failure(Self.invalidGrant)
    }
    return .success(self.record(index, time))
  }

  private mutating func signIn(
    _ proof: SignInRequest, _ token: String?, _ time: Double
  ) -> Result<SessionRecord, DoorwardError> {
    var present: Int?
    if let token {
      guard let (index, _) = ModelRecords.parse(token), sessions[index].isLive else {
        return .failure(Self.invalidToken)
      }
      present = index
    }
    if let index = opened[proof.key], canRepeat(proof.key) { return .success(record(index, time)) }
    guard spent.insert(proof.key).inserted else { return .failure(Self.usedProof) }
    let wallet = proof.path
    if let user = wallets[wallet] {
      if let present, sessions[present].user == user, !sessions[present].isAnonymous {
        return .success(record(present, time))
      }
      return .success(opening(proof, user, time))
    }
    if let present, sessions[present].isAnonymous {
      sessions[present].isLive = false
      wallets[wallet] = sessions[present].user
      return .success(opening(proof, sessions[present].user, time))
    }
    let user = newUser()
    wallets[wallet] = user
    return .success(opening(proof, user, time))
  }

  private mutating func opening(_ proof: SignInRequest, _ user: Int, _ time: Double) -> SessionRecord {
    let record = open(user, isAnonymous: false, time)
    opened[proof.key] = sessions.count - 1
    return record
  }

  private mutating func visit(_ visit: Visit, _ guest: GuestRecord?, _ time: Double) -> SessionHolder? {
    switch (visit, offer) {
    case (.anonymous, _), (.offered, .anonymous): return .user(open(newUser(), isAnonymous: true, time))
    case (.offered, .nothing): return nil
    case (.guest, _), (.offered, .guest):
      let index = guest.flatMap { ModelRecords.guest($0) } ?? guests.count
      if index == guests.count { guests.append(0) }
      guests[index] += 1
      return .guest(ModelRecords.guest(index, token: guests[index], at: time))
    }
  }

  /// As ``SessionRequests`` does it: on every device with the account token, or with a new one.
  private mutating func end(
    _ session: EndedSession, everywhere: Bool, _ token: String?, _ time: Double
  ) -> SessionEvent {
    var failure: DoorwardError?
    if everywhere {
      let index = token.flatMap { ModelRecords.parse($0)?.session }.flatMap { sessions[$0].isLive ? $0 : nil }
      if let user = index.map({ sessions[$0].user }) ?? userByRenewal(of: session) {
        for index in sessions.indices where sessions[index].user == user { sessions[index].isLive = false }
        return .endAnswered(session.sessionID, isEnded: true, nil)
      }
      failure = Self.invalidGrant
    }
    revoke(session.sessionID)
    return .endAnswered(session.sessionID, isEnded: true, failure)
  }

  private mutating func userByRenewal(of session: EndedSession) -> Int? {
    guard let (index, counter) = ModelRecords.parse(session.refreshToken), sessions[index].isLive,
      counter == sessions[index].counter
        || session.refreshKey != nil && session.refreshKey == sessions[index].key
    else { return nil }
    return sessions[index].user
  }

  /// Ends a session.
  mutating func revoke(_ id: String) {
    if let index = Int(id.dropFirst()) { sessions[index].isLive = false }
  }

  static let invalidGrant = DoorwardError(code: .init(rawValue: "invalid_grant"), reason: "", status: 400)
  static let invalidToken = DoorwardError(code: .invalidToken, reason: "", status: 401)
  static let usedProof = DoorwardError(code: .init(rawValue: "used"), reason: "", status: 422)
}

/// The records of the model: small and made once each.
enum ModelRecords {
  static let lifetime = 900.0

  static func record(session: Int, counter: Int, user: Int, isAnonymous: Bool, at time: Double)
    -> SessionRecord
  {
    let answer: JSONValue = [
      "session_id": .string("s\(session)"), "access_token": .string("a\(session).\(counter)"),
      "account_token": .string("t\(session).\(counter)"), "refresh_token": .string("r\(session).\(counter)"),
      "expires_in": 900,
      "user": ["id": .string("u\(user)"), "kind": isAnonymous ? "anonymous" : "registered"],
    ]
    do { return try SessionRecord(session: answer, receivedAt: time) } catch {
      preconditionFailure("\(error)")
    }
  }

  static func guest(_ index: Int, token: Int, at time: Double) -> GuestRecord {
    let answer: JSONValue = [
      "guest_id": .string("g\(index)"), "guest_secret": .string("x\(index)"),
      "access_token": .string("ga\(index).\(token)"), "expires_in": 900,
    ]
    do { return try GuestRecord(answer: answer, receivedAt: time) } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The number of a guest.
  static func guest(_ guest: GuestRecord) -> Int? { Int(guest.secret.dropFirst()) }

  /// The session and counter of a token.
  static func parse(_ token: String) -> (session: Int, counter: Int)? {
    let parts = token.dropFirst().split(separator: ".").compactMap { Int($0) }
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}

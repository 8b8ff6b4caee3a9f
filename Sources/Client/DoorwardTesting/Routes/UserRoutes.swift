import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

extension DoorwardTestServer {
  /// The access token opens this call too.
  func readUser(_ request: HTTPRequest) throws -> HTTPResponse {
    guard let caller = try bearer(request, [.account, .access]) else {
      throw Problem.missingToken("an access token or an account token")
    }
    return try userAnswer(caller.user)
  }

  func patchUser(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let body = try request.requireJSON(mediaTypes: ["application/json", "application/merge-patch+json"])
    let patch = try UserPatch(body)
    guard var user = accounts.user(caller.user) else { throw Problem.invalidToken }
    let before = accounts
    if let change = patch.username { try apply(change, by: caller) }
    do { try patch.apply(to: &user) } catch {
      accounts = before
      throw error
    }
    accounts.changeUser(caller.user) { $0 = user }
    return try userAnswer(caller.user)
  }

  /// Changes the user name. Nothing happens if the user already has it.
  private func apply(_ change: UserPatch.UsernameChange, by caller: Caller) throws(Problem) {
    let identities = accounts.identities(of: caller.user)
    let known = identities.first(where: \.key.isUsername)
    guard known?.key != change.name else { return }
    try requireRegistered(caller)
    try requireRecentSignIn(caller)
    try requireSecondFactor(caller)
    guard let name = change.name else {
      guard let known else { return }
      try requireOtherWayIn(than: known)
      try requireSettledProof(toRemove: [known], by: caller)
      return accounts.removeIdentity(known.id, at: time.now)
    }
    guard application.offer.passwordIdentifiers.contains(name.offerName) else { throw .identifierNotOffered }
    if accounts.identity(name) != nil { throw .userNameTaken }
    if let known {
      try requireSettledProof(toRemove: [known], by: caller)
    } else {
      guard identities.count < StandardLimits.identities else { throw .tooManyIdentities }
    }
    accounts.setIdentity(
      AccountBook.Proven(key: name, method: ProofName.password), replacing: known.map { [$0] } ?? [],
      of: caller,
      at: time.now)
  }

  func removeUser(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRecentSignIn(caller)
    let identities = accounts.identities(of: caller.user)
    try requireSecondFactor(caller)
    try requireSettledProof(toRemove: identities, by: caller)
    let grace = Double(application.offer.deletionGrace)
    if grace > 0, !identities.isEmpty {
      let deletion = User.Deletion(requestedAt: time.now, dueAt: time.now.addingTimeInterval(grace))
      accounts.changeUser(caller.user) { $0.deletion = deletion }
      accounts.endSessions(of: caller.user, except: nil, at: time.now)
    } else {
      accounts.delete(caller.user)
    }
    return .noContent
  }

  func listIdentities(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let part = try ListRequest(request)
    let identities = Array(accounts.identities(of: caller.user).reversed())
    return .privateJSON(.object(part.answer(identities, id: \.id, json: \.json)))
  }

  /// Removes an identity, with `type` only one of this type.
  func unlink(_ request: HTTPRequest, _ id: String?, of type: String? = nil) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRecentSignIn(caller)
    let identities = accounts.identities(of: caller.user)
    guard let removed = identities.first(where: { $0.id == id && $0.key.type == type ?? $0.key.type }) else {
      throw Problem.notFound("identity")
    }
    try requireOtherWayIn(than: removed)
    try requireSecondFactor(caller)
    try requireSettledProof(toRemove: [removed], by: caller)
    accounts.removeIdentity(removed.id, at: time.now)
    // A user name alone signs in no user.
    if removed.key.type != WireIdentity.Kind.username { secure(caller.user) }
    removeRecoveryCodesWithoutFactor(of: caller.user)
    return .noContent
  }

  /// Refuses a removal after which the user could not sign in. A user name needs a password too.
  private func requireOtherWayIn(than removed: Identity) throws(Problem) {
    guard let user = accounts.user(removed.user) else { throw .invalidToken }
    let others = accounts.identities(of: user.id).filter { $0.id != removed.id }
    guard others.contains(where: { $0.signsIn(user) }) else { throw .lastIdentity }
    // A user whose sign-ins all prove the address of a second factor could change nothing again.
    for address in others where address.secondFactor?.channel != nil {
      guard address.hasAlternative(in: others, of: user) else { throw .lastIdentity }
    }
  }

  /// Refuses the removal of an older identity by a sign-in with one that was added within the last 24 hours.
  private func requireSettledProof(toRemove removed: [Identity], by caller: Caller) throws(Problem) {
    let now = time.now
    let settled = Set(
      accounts.identities(of: caller.user).filter {
        now.timeIntervalSince($0.verifiedAt) >= Double(StandardLimits.newIdentityHold)
      }
      .map(\.id))
    guard removed.contains(where: { settled.contains($0.id) }) else { return }
    let isProven =
      accounts.session(caller.session)?.proofs.contains {
        $0.identity.map(settled.contains) == true
          && now.timeIntervalSince($0.provenAt) <= Double(application.offer.recentSignIn)
      } ?? false
    guard isProven else { throw .identityOnHold(for: StandardLimits.newIdentityHold) }
  }

  func userAnswer(_ id: String) throws -> HTTPResponse {
    guard let user = accounts.user(id) else { throw Problem.invalidToken }
    return .privateJSON(.object(user.json(accounts.identities(of: id), at: issuer)))
  }
}

extension Identity {
  /// Whether the user can sign in with the identity. A user name needs a password too.
  func signsIn(_ user: User) -> Bool { !key.isUsername || user.password != nil }

  /// Whether the user can sign in without a code to this address.
  func hasAlternative(in identities: [Identity], of user: User) -> Bool {
    user.password != nil || identities.contains { $0.id != id && $0.signsIn(user) }
  }
}

/// A JSON Merge Patch (RFC 7396) of the members that the user may change. Other members change nothing.
struct UserPatch {
  /// The change of the user name; nil removes it.
  struct UsernameChange {
    let name: Identity.Key?
  }

  /// The texts to set; nil clears one.
  private var texts: [ProfileText: String?] = [:]
  private var metadata: JSONValue?
  private(set) var username: UsernameChange?

  /// Reads a patch.
  init(_ body: JSONValue) throws(Problem) {
    guard let object = body.object else { throw .bodyIsNoObject }
    for member in ProfileText.allCases {
      let name = member.rawValue
      switch object[name] {
      case nil: break
      case .null?: texts[member] = .some(nil)
      case .string(let text)?:
        try member.check(text)
        texts[member] = .some(text.isEmpty ? nil : text)
      default: throw .notTextOrNull(name)
      }
    }
    metadata = object[WireUser.Members.metadata]
    switch metadata {
    case nil, .null?, .object?: break
    default: throw .notObjectOrNull(WireUser.Members.metadata)
    }
    switch object[WireUser.Members.username] {
    case nil: break
    case .null?: username = UsernameChange(name: nil)
    case .string?: username = UsernameChange(name: try JSONObjectReader(object).username())
    default: throw .notTextOrNull(WireUser.Members.username)
    }
  }

  /// Changes a user, except the user name.
  func apply(to user: inout User) throws(Problem) {
    for (member, text) in texts { user.texts[member] = text }
    switch metadata {
    case .null?: user.metadata = [:]
    case .object(let patch)?:
      let merged = user.metadata.merging(patch: patch)
      if let flaw = MetadataRule.flaw(of: merged) {
        throw Problem(flaw, in: WireUser.Members.metadata)
      }
      user.metadata = merged
    default: break
    }
  }
}

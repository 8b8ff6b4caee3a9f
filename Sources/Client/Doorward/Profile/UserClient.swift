internal import DoorwardWire
internal import Encodings
public import Foundation

/// The profile and the account of the signed-in user.
public struct UserClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Asks the server for the profile.
  ///
  /// - Throws: ``DoorwardError``.
  @discardableResult public func refresh() async throws(DoorwardError) -> DoorwardUser? {
    try await call("GET")
  }

  /// Sets texts of the profile, and clears those with nil.
  package func changePersonalInfo(_ texts: [(Field, String?)]) async throws(DoorwardError) -> DoorwardUser? {
    try await call("PATCH", JSONObject(texts.map { ($0.text.rawValue, .text($1)) }))
  }

  /// Clears text fields of the profile.
  ///
  /// - Throws: ``DoorwardError``.
  @discardableResult public func clearPersonalInfo(_ fields: Field...) async throws(DoorwardError)
    -> DoorwardUser?
  {
    try await changePersonalInfo(fields.map { ($0, nil) })
  }

  /// Changes the user's metadata for this app by JSON Merge Patch (RFC 7396): null removes a member.
  ///
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/malformedMetadata`` for an infinity or NaN. The server accepts up to 16 KiB
  ///   and 8 levels.
  @discardableResult public func updateMetadata(_ patch: DoorwardJSON) async throws(DoorwardError)
    -> DoorwardUser?
  {
    try patch.requireUsableNumbers()
    return try await call("PATCH", [WireUser.Members.metadata: .object(patch.object)])
  }

  // MARK: The user name

  /// Sets or changes the name that the user signs in with.
  ///
  /// - Parameter username: The name. The server ignores the case of letters.
  /// - Returns: The user with the name.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/usernameTaken``; ``DoorwardError/Code/recentSignInRequired`` if the
  ///   user did not sign in within the last minutes; `identifier_not_offered` unless `username` is among the application's
  ///   ``SignInOffer/passwordIdentifiers``, which it is not by default; and the refusals of names, such as
  ///   `username_too_short`.
  @discardableResult public func setUsername(_ username: String) async throws(DoorwardError) -> DoorwardUser?
  {
    try await call("PATCH", [WireUser.Members.username: .string(username)])
  }

  /// Removes the name that the user signs in with.
  ///
  /// - Returns: The user without the name; nil if this session rested on the name alone and has ended.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/lastIdentity`` if the user could not sign in without the name;
  ///   ``DoorwardError/Code/recentSignInRequired``.
  @discardableResult public func removeUsername() async throws(DoorwardError) -> DoorwardUser? {
    let (_, session) = try await engine.accountCall(
      "PATCH", WirePath.user, body: [WireUser.Members.username: .null])
    return try await engine.readUser(of: session).user(of: session)
  }

  // MARK: The photo

  /// Sets the photo of the user. ``DoorwardUserInfo/photoURL(side:)`` is its address.
  ///
  /// The server stores the square around the center, without the metadata of the image. To cancel the upload, cancel the
  /// task.
  ///
  /// - Parameter image: A JPEG, PNG, WebP, HEIC, AVIF or GIF image of up to 10 MB.
  /// - Returns: The user with the photo.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/photoUnsupportedFormat``, ``DoorwardError/Code/photoDamaged``,
  ///   ``DoorwardError/Code/photoTooManyPixels``, ``DoorwardError/Code/bodyTooLarge``,
  ///   ``DoorwardError/Code/cancelled``.
  @discardableResult public func setPhoto(_ image: Data) async throws(DoorwardError) -> DoorwardUser? {
    guard image.count <= WirePhoto.maximumBytes else {
      throw DoorwardError(
        code: .bodyTooLarge, reason: "The photo is larger than 10 MB.",
        recoverySuggestion: "Make it smaller, or choose another one.")
    }
    let (user, session) = try await engine.accountCall("PUT", WirePath.userPhoto, body: .image(Array(image)))
    return try await engine.adopt(user: user, of: session).user(of: session)
  }

  /// Removes the photo of the user. The call succeeds if the user has none.
  ///
  /// - Returns: The user without the photo.
  /// - Throws: ``DoorwardError``.
  @discardableResult public func removePhoto() async throws(DoorwardError) -> DoorwardUser? {
    let (_, session) = try await engine.accountCall("DELETE", WirePath.userPhoto)
    return try await engine.readUser(of: session).user(of: session)
  }

  // MARK: The account

  /// Requests what happened to the account in the last 90 days: sign-ins and refused ones, changes of the ways to sign in, of
  /// the second factors and of the password, and acts of the operator. The newest is first.
  ///
  /// To end a session that the user does not know, call ``SessionsClient/end(_:)`` with ``DoorwardActivity/sessionID``.
  ///
  /// - Throws: ``DoorwardError``.
  public func activity() async throws(DoorwardError) -> [DoorwardActivity] {
    try await engine.list(WirePath.activity).compactMap(WireActivity.init).map(DoorwardActivity.init)
  }

  /// Requests all data that the server stores about the user.
  ///
  /// - Returns: The export, as the server returns it from `GET /v1/user/export`.
  /// - Throws: ``DoorwardError``.
  public func export() async throws(DoorwardError) -> DoorwardJSON {
    DoorwardJSON(try await engine.accountCall("GET", WirePath.export).answer.object ?? [:])
  }

  /// Deletes the account. All of its sessions end at once, on this device too.
  ///
  /// The server keeps the data of a registered user for a time that the operator chooses, 30 days by default. If the
  /// account has an address, the server sends the day of the deletion by mail or SMS. A sign-in in this time throws
  /// ``DoorwardError/Code/accountDeletionPending`` with that day, and ``keepAccount(_:)`` keeps the account.
  ///
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/recentSignInRequired`` if the user did not sign in within
  ///   the last minutes, and ``DoorwardError/Code/identityOnHold`` if the user signed in with a wallet that was
  ///   added too recently.
  public func delete() async throws(DoorwardError) {
    let (_, session) = try await engine.accountCall("DELETE", WirePath.user)
    await engine.sessionIsOver(session)
  }

  /// Keeps an account that will be deleted, and finishes the sign-in that was refused because of the deletion. The user
  /// need not prove anything again, with any method.
  ///
  /// ```swift
  /// do {
  ///   try await doorward.siwe.login(with: wallet)
  /// } catch where error.code == .accountDeletionPending {
  ///   if let deletion = error.accountDeletion, await wantsToStay(until: deletion.deletesAt) {
  ///     try await doorward.user.keepAccount(deletion)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter deletion: The ``DoorwardError/accountDeletion`` of the refused sign-in.
  /// - Returns: The state. If the sign-in has added a second factor, also the recovery codes.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/challengeExpired`` if the user has to sign in again;
  ///   ``DoorwardError/Code/invalidCode`` if the code of the authenticator has become too old.
  @discardableResult public func keepAccount(
    _ deletion: AccountDeletion
  ) async throws(DoorwardError) -> FinishedSignIn {
    var proof = deletion.proof
    proof[WireAccountDeletion.keepAccount] = true
    return try await engine.submit(deletion.path, proof)
  }

  @inline(never) private func call(
    _ method: String, _ body: JSONObject? = nil
  ) async throws(DoorwardError) -> DoorwardUser? {
    let (user, session) = try await engine.accountCall(method, WirePath.user, body: body)
    return try await engine.adopt(user: user, of: session).user(of: session)
  }
}

extension DoorwardAuthState {
  /// The user, if it is the user of a session; another user may have signed in since.
  fileprivate func user(of session: SessionRecord) -> DoorwardUser? {
    user.flatMap { $0.id == session.info.id ? $0 : nil }
  }
}

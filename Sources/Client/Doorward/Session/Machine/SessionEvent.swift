internal import Encodings

/// The number of a caller that waits for a reply.
typealias Call = Int

/// An input of the session machine: the request of a caller, or the result of an effect.
indirect enum SessionEvent: Sendable {
  // MARK: Callers

  /// Read the storage.
  case read(Call)
  /// Reply with a user or guest whose tokens are fresh.
  case want(Call, Need)
  /// A sign-in begins. If two sign-ins overlap, the one that begins last wins.
  case beginSignIn(Call)
  /// Send the proof of a sign-in. The sign-in begins now if it has not begun before.
  case submit(Call, SignInRequest, Attachment)
  /// The server has answered a sign-in.
  case signInAnswered(Call, Result<SessionRecord, DoorwardError>)
  /// The caller no longer waits for a sign-in.
  case cancelSignIn(Call)
  /// Store the user that the server has returned.
  case profile(Call, SessionUser)
  /// The server has ended a session because this app asked for it.
  case sessionIsOver(String)
  /// Sign out; on every device with `everywhere`. If another person than `of` is present, nothing changes.
  case signOut(Call, of: String?, everywhere: Bool)
  /// Another process may have changed the storage.
  case storageChanged

  // MARK: Results of effects

  case looked(Result<StoredRecord, StorageError>)
  /// The storage was locked for this process and read. `key` is random and unused.
  case opened(OpenedStorage, key: String)
  case written(Result<Void, StorageError>)
  case renewed(Result<SessionRecord, DoorwardError>)
  /// The server has made a visitor; nil if the application offers neither anonymous users nor guests.
  case visited(Result<SessionHolder?, DoorwardError>)
  case confirmed(Result<SessionUser, DoorwardError>)
  /// The server was asked to end a session. `error` says why other sessions could not be ended.
  case endAnswered(String, isEnded: Bool, DoorwardError?)
  /// The alarm of the last `wake` effect.
  case woke
}

/// The need of a caller.
enum Need: Sendable, Hashable {
  /// The token of a user or guest. A backend may have refused an earlier token of a person.
  case token(refused: String?, of: String?)
  /// The session of a user. The server may have refused an earlier access token of a person.
  case user(refused: String?, of: String?)
  /// An anonymous user, unless there is a user.
  case anonymous
  /// A guest, unless there is a user or guest.
  case guest
}

/// The session that a sign-in names.
enum Attachment: Sendable, Hashable {
  /// The session of an anonymous user, which the sign-in upgrades; none if the user is registered.
  case visitor
  /// The present session, which counts as signed in just now.
  case present
  /// No session: the proof was made for a new user.
  case nothing
}

/// The result of locking and reading the storage.
indirect enum OpenedStorage: Sendable {
  case record(StoredRecord)
  /// The storage is locked for this process, and the record cannot be read. It can be replaced.
  case unreadable(StorageError)
  /// The storage could not be locked, or cannot be read at this time.
  case failed(StorageError)
}

/// An action that the actor performs for the session machine.
indirect enum SessionEffect: Sendable {
  // MARK: Storage. The machine waits for the result of one before it asks for the next.

  /// Read the storage without a lock → `looked`.
  case look
  /// Lock the storage against other processes and read it → `opened`.
  case open
  /// Store the record, or remove an empty one → `written`.
  case write(StoredRecord)
  /// Unlock the storage.
  case close

  // MARK: Requests

  /// Renew the tokens of a session → `renewed`.
  case renew(SessionRecord)
  /// Make an anonymous user or a guest, or renew a guest's token → `visited`.
  case visit(Visit, GuestRecord?)
  /// Ask for the user of a session → `confirmed`.
  case confirm(SessionRecord)
  /// Cancel the request of the present job. Its result is still reported.
  case cancelRequest
  /// Send a proof, with the account token of a session → `signInAnswered`.
  case signIn(Call, SignInRequest, token: String?)
  /// End a session → `endAnswered`; with `everywhere` all sessions of its user.
  case end(EndedSession, everywhere: Bool, accountToken: String?)

  // MARK: The app

  case announce(SessionView)
  case reply(Call, SessionReply)
  /// Report `woke` after this number of seconds, in place of an earlier alarm; nil cancels it. Retries of many devices
  /// should not arrive at the same time.
  case wake(Double?, isRetry: Bool)
}

/// The kind of visitor to become.
enum Visit: Sendable, Hashable {
  /// The kind that the application offers.
  case offered
  case anonymous
  case guest
}

/// The part of the session that the app sees.
indirect enum SessionView: Sendable, Hashable {
  /// The storage has not been read, or could not be read.
  case unknown(StorageError.Code?, reason: String)
  case known(SessionHolder?, isVerified: Bool)
}

/// The answer to a caller.
indirect enum SessionReply: Sendable {
  case done
  case signedIn(recoveryCodes: [String], isNewUser: Bool)
  case holder(SessionHolder)
  case failed(DoorwardError)
  case signedOut(SignOutResult)
}

internal import Encodings

/// The lines of the log at the level `debug`. They name what happens, and contain no token, key, address, id or text of a user.
extension SessionEvent {
  var line: String {
    switch self {
    case .read: "a caller waits until the storage is read"
    case .want(_, let need): "a caller needs \(need.line)"
    case .beginSignIn: "a sign-in begins"
    case .submit(_, _, let attachment): "a sign-in has its proof\(attachment.line)"
    case .signInAnswered(_, let result): Self.line("the sign-in", result)
    case .cancelSignIn: "a sign-in is cancelled"
    case .profile: "the server has sent the profile"
    case .sessionIsOver: "the server has ended the session"
    case .signOut(_, _, let isEverywhere): isEverywhere ? "sign out on every device" : "sign out"
    case .storageChanged: "another process may have changed the storage"
    case .looked(.success(let record)): "the storage was read: \(record.line)"
    case .looked(let result): Self.line("the read of the storage", result)
    case .opened(.record(let record), _): "the storage is locked for this process: \(record.line)"
    case .opened(.unreadable(let error), _):
      "the storage is locked for this process, and cannot be read: \(error.code.rawValue)"
    case .opened(.failed(let error), _): "the storage cannot be locked: \(error.code.rawValue)"
    case .written(let result): Self.line("the write to the storage", result)
    case .renewed(let result): Self.line("the renewal of the tokens", result)
    case .visited(.success(nil)): "the application offers no visitors"
    case .visited(let result): Self.line("the request for a visitor", result)
    case .confirmed(let result): Self.line("the request for the user", result)
    case .endAnswered(_, let isEnded, let error):
      (isEnded ? "the server has ended a session" : "the server has not confirmed the end of a session")
        + (error.map { ": \($0.code.rawValue)" } ?? "")
    case .woke: "the timer fires"
    }
  }

  private static func line<Value, Failure: CodedError>(
    _ what: String, _ result: Result<Value, Failure>
  ) -> String {
    switch result {
    case .success: "\(what) succeeded"
    case .failure(let error): "\(what) failed: \(error.codeName)"
    }
  }
}

extension SessionEffect {
  var line: String {
    switch self {
    case .look: "read the storage"
    case .open: "lock the storage and read it"
    case .write(let record): "write to the storage: \(record.line)"
    case .close: "unlock the storage"
    case .renew: "ask the server for new tokens"
    case .visit(let visit, let guest):
      "ask the server for \(guest == nil ? visit.line : "a new token of the guest")"
    case .confirm: "ask the server for the user"
    case .cancelRequest: "cancel the request"
    case .signIn(_, _, let token): "send the proof\(token == nil ? "" : " with the present session")"
    case .end(_, let isEverywhere, _):
      "ask the server to end \(isEverywhere ? "all sessions of the user" : "a session")"
    case .announce(let view): "the state is now: \(view.line)"
    case .reply(_, let reply): "answer a caller: \(reply.line)"
    case .wake(nil, _): "stop the timer"
    case .wake(let seconds?, let isRetry):
      "set the timer to \(Int(seconds.clamped)) seconds\(isRetry ? ", to try again" : "")"
    }
  }
}

extension Need {
  fileprivate var line: String {
    switch self {
    case .token(let refused, _): refused == nil ? "a token" : "a token in place of a refused one"
    case .user(let refused, _): refused == nil ? "a user" : "a user with a token in place of a refused one"
    case .anonymous: "an anonymous user"
    case .guest: "a guest"
    }
  }
}

extension Attachment {
  fileprivate var line: String {
    switch self {
    case .visitor: ", also for an anonymous user"
    case .present: ", for the present session"
    case .nothing: ", for a new session"
    }
  }
}

extension Visit {
  fileprivate var line: String {
    switch self {
    case .offered: "a visitor"
    case .anonymous: "an anonymous user"
    case .guest: "a guest"
    }
  }
}

extension StoredRecord {
  fileprivate var line: String {
    let sessions = ended.isEmpty ? "" : ", \(ended.count) to end"
    return (holder?.line ?? "signed out") + sessions
  }
}

extension SessionHolder {
  fileprivate var line: String {
    switch self {
    case .user(let session): session.info.isAnonymous ? "anonymous user" : "signed in"
    case .guest: "guest"
    }
  }
}

extension SessionView {
  fileprivate var line: String {
    switch self {
    case .unknown(let code, _): "unknown" + (code.map { ": \($0.rawValue)" } ?? "")
    case .known(let holder, let isVerified):
      holder.map { $0.line + (isVerified ? "" : ", not confirmed by the server") } ?? "signed out"
    }
  }
}

extension SessionReply {
  fileprivate var line: String {
    switch self {
    case .done: "done"
    case .signedIn: "signed in"
    case .holder(let holder): holder.line
    case .failed(let error): error.code.rawValue
    case .signedOut: "signed out"
    }
  }
}

extension Double {
  /// A number of seconds that an integer can have.
  fileprivate var clamped: Double { isFinite ? min(max(0, self), 1e9) : 0 }
}

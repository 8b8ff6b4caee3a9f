import DoorwardStore

extension SecurityLog.Details {
  /// - Parameters:
  ///   - caller: the user who acts, with their session and application.
  ///   - identity: the id of the identity that the event concerns, as the request names it.
  ///   - session: the id of the session that the event concerns if it is not the caller's, as the request names it.
  ///   - choice: the caller's choice.
  package init(_ caller: Caller, identity: String? = nil, session: String? = nil, choice: String? = nil) {
    self.init(caller.session)
    self.identity = identity.flatMap { Identity.ID($0) }
    if let session { self.session = Session.ID(session) }
    self.choice = choice
  }

  /// Adds the caller of the request.
  package mutating func add(_ caller: Caller) {
    add(caller.user, caller.session)
    application = caller.application.id
  }
}

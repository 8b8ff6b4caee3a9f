/// The rules that every flow keeps.
enum FlowRule: CaseIterable {
  /// A request is sent only if no other is pending.
  case oneRequestAtATime
  /// The driver and the flow know the same pending request.
  case pendingRequestIsKnown
  /// The driver and the flow know the same timers.
  case timersAreKnown
  /// A closed view has neither a request nor a timer.
  case closedViewIsAtRest
  /// The view is closed once.
  case viewIsClosedOnce
  /// The dismissal says what has happened: the server has signed the user in, has not, or there was no way to sign in.
  case dismissalIsTrue
  /// The app can close every view.
  case closeAlwaysEnds
  /// The user cannot leave a request whose answer can have recovery codes.
  case recoveryCodesAreAwaited
  /// Recovery codes are shown until the user has saved them, or the app closes the view.
  case recoveryCodesAreSaved
  /// Every view has a way on besides closing it and choosing another factor.
  case everyViewHasAWayOn
  /// A view that waits for an answer allows only to leave it.
  case busyViewCanOnlyBeLeft
  /// An answer to another request, such as one that was cancelled, changes nothing.
  case lateAnswerChangesNothing
  /// A code answers the challenge that was sent last.
  case codeAnswersItsChallenge
  /// A code that has expired is not sent.
  case expiredCodeIsNotSent
  /// A code is not sent to an address whose user can still type the last one.
  case sentCodeIsAskedForAgain
  /// A view whose code has expired says why it does not take the code.
  case expiredCodeIsExplained
  /// A request with a password is kept only while the user can repeat it.
  case secretsAreForgotten
  /// The method of a sign-in is kept once it is completed, and only then.
  case lastUsedMethodIsKept
  /// A passkey that is offered is not offered again.
  case passkeyIsOfferedOnce
  /// A view for users who are signed in is shown only to them.
  case viewAfterSignInIsTrue
  /// A user who is signed in can go on without an answer of the server, whatever it has refused.
  case signedInUserCanGoOn
  /// A refused kind of request is allowed again after some time.
  case limitsEnd
}

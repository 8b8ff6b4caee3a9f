/// The rules that hold in every state and at every step. For each there is a deliberate mistake that breaks it.
enum SessionRule: CaseIterable {
  // MARK: No token of A after B
  case tokenIsOfTheSamePerson, tokenIsOfTheAnnouncedSession, tokenIsNotTheRefusedOne
  case cancelledSignInIsNotAdopted

  // MARK: No sign-out without the user or the server
  case signedOutForAReason, endedSessionIsNotAnnounced, storageKeepsTheSession, storageKeepsTheDevice
  case endedSessionDoesNotReturn, sessionIsNotStoredAfterItsEnd, resumedUpgradeUndoesNothing
  case upgradedUserIsNotLost, unreadableRecordIsReplacedForAReason

  // MARK: The server
  case usedTokenIsSentWithItsKey, presentSessionIsNotEnded

  // MARK: Every state leaves by some event
  case alarmRepeatsEnds, laneMoves, queueMoves, callerIsServed, signInIsSent, changeIsStored, signInEnds
  case callerGetsAReply, serverIsAskedToEnd, signOutReturns

  // MARK: The announced state is the stored one
  case viewIsAnnounced, storedRecordIsKnown, announcedSessionIsStored
}

struct SessionViolation: CustomStringConvertible {
  let rule: SessionRule
  let text: String

  var description: String { "\(rule): \(text)" }
}

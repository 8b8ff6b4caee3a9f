internal import Doorward

/// The challenges of a sign-in, by their tickets. They prove factors, so the flow has the tickets only.
struct KeptChallenges {
  private var last = 0
  private var codes: [Ticket: CodeChallenge] = [:]
  private var signIns: [Ticket: SecondFactorChallenge] = [:]
  private var factorCodes: [Ticket: SecondFactorCode] = [:]
  private var enrollments: [Ticket: SignInEnrollment] = [:]
  private var deletions: [Ticket: AccountDeletion] = [:]

  private mutating func ticket() -> Ticket {
    last += 1
    return Ticket(last)
  }

  private mutating func keep<Challenge>(
    _ challenge: Challenge, in place: WritableKeyPath<Self, [Ticket: Challenge]>
  ) -> Ticket {
    let ticket = ticket()
    self[keyPath: place][ticket] = challenge
    return ticket
  }

  mutating func keep(_ challenge: CodeChallenge) -> Ticket { keep(challenge, in: \.codes) }
  mutating func keep(_ challenge: SecondFactorChallenge) -> Ticket { keep(challenge, in: \.signIns) }
  mutating func keep(_ challenge: SecondFactorCode) -> Ticket { keep(challenge, in: \.factorCodes) }
  mutating func keep(_ challenge: SignInEnrollment) -> Ticket { keep(challenge, in: \.enrollments) }
  mutating func keep(_ challenge: AccountDeletion) -> Ticket { keep(challenge, in: \.deletions) }

  func code(_ ticket: Ticket) throws(DoorwardError) -> CodeChallenge { try Self.found(codes[ticket]) }
  func signIn(_ ticket: Ticket) throws(DoorwardError) -> SecondFactorChallenge {
    try Self.found(signIns[ticket])
  }
  func factorCode(_ ticket: Ticket) throws(DoorwardError) -> SecondFactorCode {
    try Self.found(factorCodes[ticket])
  }
  func enrollment(_ ticket: Ticket) throws(DoorwardError) -> SignInEnrollment {
    try Self.found(enrollments[ticket])
  }
  func deletion(_ ticket: Ticket) throws(DoorwardError) -> AccountDeletion {
    try Self.found(deletions[ticket])
  }

  private static func found<Challenge>(_ challenge: Challenge?) throws(DoorwardError) -> Challenge {
    guard let challenge else {
      throw DoorwardError(
        code: .challengeExpired, reason: "The sign-in has ended.", recoverySuggestion: "Start again.")
    }
    return challenge
  }
}

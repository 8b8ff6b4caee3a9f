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

  /// Keeps a code. It replaces the code with the old ticket.
  mutating func keep(_ challenge: CodeChallenge, replacing old: Ticket? = nil) -> Ticket {
    if let old { codes[old] = nil }
    return keep(challenge, in: \.codes)
  }
  mutating func keep(_ challenge: SecondFactorChallenge) -> Ticket { keep(challenge, in: \.signIns) }
  /// Keeps a code of the second factor. It replaces the code before: a sign-in has one.
  mutating func keep(_ challenge: SecondFactorCode) -> Ticket {
    factorCodes = [:]
    return keep(challenge, in: \.factorCodes)
  }
  mutating func keep(_ challenge: SignInEnrollment) -> Ticket { keep(challenge, in: \.enrollments) }
  mutating func keep(_ challenge: AccountDeletion) -> Ticket { keep(challenge, in: \.deletions) }

  /// The number of challenges.
  var count: Int { codes.count + signIns.count + factorCodes.count + enrollments.count + deletions.count }

  /// Forgets the challenges. Their tickets are not used again.
  ///
  /// `code` is the ticket of a code that stays; nil if none stays.
  mutating func forget(except code: Ticket? = nil) {
    codes = codes.filter { $0.key == code }
    (signIns, factorCodes, enrollments, deletions) = ([:], [:], [:], [:])
  }

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
      throw .challengeIsOver
    }
    return challenge
  }
}

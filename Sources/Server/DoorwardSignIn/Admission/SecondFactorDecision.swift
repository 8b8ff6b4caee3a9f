import DoorwardHTTP
import DoorwardServerRules
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decides whether a sign-in needs a second factor after its first one, and which ones the user can prove or add.
struct SecondFactorDecision: Sendable {
  private let factors: [any SecondFactor]
  private let enrollments: [any SecondFactorEnrollment]
  private let messenger: Messenger

  /// - Parameters:
  ///   - factors: the second factors of the server.
  ///   - enrollments: the methods that add a second factor during a sign-in.
  ///   - messenger: sends the codes that prove addresses.
  init(
    _ factors: [any SecondFactor], enrollments: [any SecondFactorEnrollment], messenger: Messenger
  ) {
    self.factors = factors
    self.enrollments = enrollments
    self.messenger = messenger
  }

  /// The request for a second factor.
  ///
  /// - Parameters:
  ///   - id: the id of the request.
  ///   - first: the first factor.
  ///   - change: the change of the account that waits for the sign-in; nil if there is none.
  ///   - opening: the values that the session is opened with.
  ///   - now: the time of the sign-in.
  ///   - snapshot: the store.
  /// - Returns: nil if the first factor is enough.
  /// - Throws: `Problem` 403 `second_factor_unavailable` if none of the user's factors works in this application after the
  ///   first one, 409 `unproven_address`; ``StoreError``.
  func request(
    _ id: ChallengeID, after first: FirstFactor, before change: PendingChange?, _ opening: SessionOpening,
    at now: Date, in snapshot: any StoreReading
  ) throws -> SecondFactorRequest? {
    let application = opening.application
    let known = try first.user.map(snapshot.secondFactors) ?? []
    // The application can ask for more than the user needs, and never for less: a request may name any application. A change
    // that protects the account, such as a reset, needs the factor of a user who has one.
    let isNeeded =
      application.secondFactor.isRequired || known.contains(where: first.canBeFollowed)
      || (!known.isEmpty && change?.isOfProtection == true)
    guard isNeeded else { return nil }
    let methods = try factors.filter { try $0.isAvailable(after: first, in: application, snapshot) }
    // A user with a factor proves that one. Otherwise the first factor alone would replace it.
    let added =
      methods.isEmpty && known.isEmpty
      ? enrollments.filter { $0.isOffered(after: first, in: application) } : []
    if !added.isEmpty, let user = first.user {
      try snapshot.requireProvenAddresses(of: user, reachedBy: messenger)
    }
    guard !methods.isEmpty || !added.isEmpty else { throw Problem.secondFactorUnavailable }
    var request = SecondFactorRequest(
      id: id, first: first, opening, methods: methods.map(\.name), enrollmentMethods: added.map(\.name),
      change: change, at: now)
    for method in methods {
      request.options.set(try method.options(for: request, in: application, snapshot))
    }
    return request
  }
}

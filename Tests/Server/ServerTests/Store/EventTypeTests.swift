import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import Foundation
import Testing

/// Each type of event has its members, and `docs/events.md` lists both.
@Suite struct EventTypeTests {
  private static func id<Subject>(_ subject: Subject.Type = Subject.self) -> Identifier<Subject> {
    Identifier(at: moment(0), entropy: [UInt8](repeating: 0, count: 10))
  }

  /// One event of each type, with all members.
  static let samples: [EventKind] = {
    let refusal = EventRefusal(of: "sign_in", code: "invalid_proof", ["method": "siwe"])
    let other = EventRefusal(of: "user_ban", code: "not_found")
    let method = SignInMethodName(rawValue: "siwe")
    let change = EventChange(id: id(), keys: ["name"], undone: id())
    return [
      .sessionStarted(methods: [method], Scopes([.openID])), .sessionRenewed(methods: [method]),
      .sessionEnded(.signedOut), .sessionsEnded(.banned, count: 2), .signInRefused(refusal),
      .codeRequested(purpose: "sign_in", channel: .email), .userCreated(.registered), .userRegistered,
      .userChanged(["name"]), .userClaimed, .userExported, .userBanned(until: moment(1)), .userUnbanned,
      .deletionScheduled(due: moment(1)), .deletionCanceled, .userDeleted, .usersImported(count: 1),
      .photoChanged, .photoRemoved, .identityAdded(id(), .email), .identityRemoved(id(), .email),
      .identityChanged(id(), .email, from: id()), .passwordChanged, .passwordReset,
      .factorAdded(id(), "authenticator"), .factorRemoved(id(), "authenticator"), .factorsRemoved(count: 1),
      .recoveryCodesReplaced, .accountSecured(notice: "password_changed", undone: "restore_email"),
      .consentGiven(Scopes([.openID])), .consentWithdrawn, .deviceRegistered, .deviceApproved, .deviceDenied,
      .rolesChanged(["admin"]), .signInLinkCreated(until: moment(1)),
      .invitationSent(id()), .invitationRevoked(id()),
      .applicationAdded(change), .applicationChanged(change), .applicationRemoved(change),
      .clientSecretReplaced(change), .clientSecretRemoved(change), .settingsChanged(change),
      .apiKeyCreated(id()),
      .apiKeyRevoked(id()), .apiKeyRefused(other), .administratorAdded(.owner),
      .administratorChanged(.viewer), .administratorRemoved, .ownerLinkCreated,
      .administrationKeyCreated(id()),
      .administrationKeyRevoked(id()), .keyRotated(["a", "b"]), .keyRevoked("a"),
      .deliveryFailed(id(), kind: "sign_in_code", .email, code: "refused"), .messageTested(.email),
      .logoutFailed(attempts: 2, status: 400, error: "invalid_request", code: nil), .backupMade,
      .webhookCreated(id()),
      .webhookChanged(id()), .webhookRemoved(id()), .webhookSecretReplaced(id()), .webhookDisabled(id()),
      .webhookTested(id()), .webhookReplayed(id(), count: 1), .actRefused(other),
      .refusalsOmitted(count: 3),
    ]
  }()

  /// The members of each type, as the document lists them.
  private static func documented() throws -> [String: Set<String>] {
    let path = (0..<5).reduce(URL(filePath: #filePath).resolvingSymlinksInPath()) { path, _ in
      path.deletingLastPathComponent()
    }.appending(path: "docs/events.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    let table = text.components(separatedBy: "## Types\n\n")[1].components(separatedBy: "\n\n")[0]
    var members: [String: Set<String>] = [:]
    for row in table.split(separator: "\n").dropFirst(2) {
      let cells = row.split(separator: "|").map(String.init)
      let named = { (cell: String) in
        Set(cell.split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `–")) })
          .subtracting([""])
      }
      for type in named(cells[0]) { members[type] = named(cells[1]) }
    }
    return members
  }

  @Test func documentListsTheMembersOfEachType() throws {
    let types = Self.samples.map(\.type)
    #expect(types.count == Set(types).count && Set(types) == Set(EventType.allCases))
    let members = Dictionary(
      uniqueKeysWithValues: Self.samples.map { ($0.type.rawValue, Set($0.data.keys)) })
    #expect(try Self.documented() == members)
  }

  /// The names are stable, so they have one form: a noun and what happened to it.
  @Test func namesHaveOneForm() throws {
    for type in EventType.allCases {
      let parts = type.rawValue.split(separator: ".")
      #expect(parts.count == 2, "\(type.rawValue)")
      #expect(type.rawValue.allSatisfy { $0.isLowercase || "._".contains($0) }, "\(type.rawValue)")
    }
  }
}

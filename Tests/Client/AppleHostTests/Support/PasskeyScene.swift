import AuthenticationServices
import Encodings
import Foundation

@testable import Doorward

#if canImport(UIKit)
  import UIKit
#else
  import AppKit
#endif

/// An app in a window, and the system that asks for its passkeys.
@MainActor final class PasskeyScene {
  let window = PasskeyScene.newWindow()
  let passkeys: ApplePasskeys

  init(isOnTheScreen: Bool = true) {
    ASAuthorizationController.reset()
    ASCredentialDataManager.reset()
    let window = isOnTheScreen ? window : nil
    passkeys = ApplePasskeys { window }
  }

  static func newWindow() -> ASPresentationAnchor {
    #if canImport(UIKit)
      UIWindow(frame: .zero)
    #else
      NSWindow()
    #endif
  }

  /// Begins a call, and waits until the system has got its requests.
  func begin<Answer: Sendable>(
    _ call: @escaping @MainActor @Sendable (ApplePasskeys) async throws -> Answer
  ) async throws -> (Task<Answer, any Error>, ASAuthorizationController) {
    let count = ASAuthorizationController.performed.count
    let task = Task { [passkeys] in try await call(passkeys) }
    try await eventually("the system got the requests") { ASAuthorizationController.performed.count > count }
    return (task, try required(ASAuthorizationController.performed.last, "no request was performed"))
  }

  /// Begins to make a passkey.
  func create(
    _ changes: DoorwardJSON = [:], on occasion: PasskeyCreation.Occasion = .addition
  ) async throws -> (Task<PasskeyRegistration, any Error>, ASAuthorizationController) {
    let options = DoorwardJSON(Self.creation.object.merging(patch: changes.object))
    return try await begin {
      try await $0.create(PasskeyCreation(options: options, origin: "https://a.test", occasion: occasion))
    }
  }

  /// Begins to ask for a passkey.
  func get(
    _ changes: DoorwardJSON = [:], _ mediation: PasskeyRequest.Mediation = .sheet
  ) async throws -> (Task<DoorwardJSON, any Error>, ASAuthorizationController) {
    let options = DoorwardJSON(Self.request.object.merging(patch: changes.object))
    return try await begin {
      try await $0.get(PasskeyRequest(options: options, origin: "https://a.test", mediation: mediation))
    }
  }

  static let creation: DoorwardJSON = [
    "rp": ["id": "example.org", "name": "Example"],
    "user": ["id": "AQID", "name": "ada@example.org", "displayName": "Ada"],
    "challenge": "CQgH",
    "pubKeyCredParams": [["type": "public-key", "alg": -7], ["type": "public-key", "alg": -8]],
    "excludeCredentials": [["type": "public-key", "id": "BAUG"]],
    "authenticatorSelection": ["residentKey": "required", "userVerification": "required"],
  ]

  static let request: DoorwardJSON = [
    "rpId": "example.org", "challenge": "CQgH", "userVerification": "discouraged",
    "allowCredentials": [["type": "public-key", "id": "BAUG"]],
  ]

  static let made = ASAuthorizationPlatformPublicKeyCredentialRegistration.made(
    id: Data([4, 5, 6]), clientData: Data("{}".utf8), attestation: Data([1]))

  static func signed(
    by user: Data? = Data([1, 2, 3])
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertion {
    .signed(
      id: Data([4, 5, 6]), clientData: Data("{}".utf8), data: Data([7]), signature: Data([8]), user: user)
  }

  func code(ofCreating creation: PasskeyCreation) async -> String {
    await code(of: Task { [passkeys] in try await passkeys.create(creation) })
  }

  func code(ofGetting request: PasskeyRequest) async -> String {
    await code(of: Task { [passkeys] in try await passkeys.get(request) })
  }

  /// The code of the error of a call.
  func code<Answer: Sendable>(of task: Task<Answer, any Error>) async -> String {
    do {
      _ = try await task.value
      return "none"
    } catch {
      return DoorwardError(any: error).code.rawValue
    }
  }
}

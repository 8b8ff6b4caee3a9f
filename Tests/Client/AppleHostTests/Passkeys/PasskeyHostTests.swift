import AuthenticationServices
import Foundation
import Testing

@testable import Doorward

#if canImport(UIKit)
  import UIKit
#else
  import AppKit
#endif

@MainActor @Suite(.serialized) struct PasskeyHostTests {
  typealias PlatformRegistration = ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest
  typealias PlatformAssertion = ASAuthorizationPlatformPublicKeyCredentialAssertionRequest
  typealias KeyRegistration = ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest
  typealias KeyAssertion = ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest

  // MARK: Requests

  @Test func systemGetsOptionsOfNewPasskey() async throws {
    let scene = PasskeyScene()
    let (task, controller) = try await scene.create()
    let request = try required(
      controller.shownRequests.first as? PlatformRegistration, "no passkey is offered")
    #expect(request.shown == ("example.org", Data([9, 8, 7]), "ada@example.org", Data([1, 2, 3])))
    #expect(request.displayName == "Ada" && request.userVerificationPreference == .required)
    #expect(request.excludedIDs == [Data([4, 5, 6])] && !request.isConditional)
    let key = try required(controller.shownRequests.last as? KeyRegistration, "no security key is offered")
    #expect(key.shown == ("example.org", Data([9, 8, 7]), "Ada", "ada@example.org", Data([1, 2, 3])))
    #expect(key.algorithms == [-7, -8] && key.residentKeyPreference == .required)
    #expect(key.excludedIDs == [Data([4, 5, 6])] && key.userVerificationPreference == .required)
    #expect(controller.shownAs == "modal")
    #expect(controller.presentationContextProvider?.presentationAnchor(for: controller) === scene.window)
    controller.complete(PasskeyScene.made)
    let registration = try await task.value
    #expect(registration.response["id"] == "BAUG" && registration.response["rawId"] == "BAUG")
    #expect(registration.response["type"] == "public-key")
    #expect(
      registration.response["response"]
        == ["clientDataJSON": "e30", "attestationObject": "AQ", "transports": ["internal", "hybrid"]])
    #expect(registration.name == nil && registration.contact == nil)
  }

  @Test func systemGetsOptionsOfSignIn() async throws {
    let scene = PasskeyScene()
    let (task, controller) = try await scene.get()
    let request = try required(
      controller.shownRequests.first as? PlatformAssertion, "no passkey is asked for")
    #expect(request.shown == ("example.org", Data([9, 8, 7])))
    #expect(request.allowedIDs == [Data([4, 5, 6])] && request.userVerificationPreference == .discouraged)
    let key = try required(controller.shownRequests.last as? KeyAssertion, "no security key is asked for")
    #expect(key.shown == ("example.org", Data([9, 8, 7])) && key.allowedIDs == [Data([4, 5, 6])])
    controller.complete(PasskeyScene.signed())
    let response = try await task.value
    #expect(
      response["response"]
        == [
          "clientDataJSON": "e30", "authenticatorData": "Bw", "signature": "CA", "userHandle": "AQID",
        ])
  }

  @Test func serverPrefersSecurityKey() async throws {
    let scene = PasskeyScene()
    let (first, keyFirst) = try await scene.get(["hints": ["security-key"]])
    #expect(keyFirst.shownRequests.first is KeyAssertion)
    keyFirst.complete(PasskeyScene.signed(by: Data()))
    // A key that has not stored the credential names no user.
    #expect(try await first.value["response"]?.object?["userHandle"] == nil)
    let selection: DoorwardJSONValue = ["authenticatorAttachment": "platform"]
    let (second, platformOnly) = try await scene.create(["authenticatorSelection": selection])
    #expect(platformOnly.shownRequests.count == 1)
    platformOnly.fail(.canceled)
    #expect(await scene.code(of: second) == "cancelled")
  }

  @Test func securityKeyNamesItsTransports() async throws {
    let scene = PasskeyScene()
    let (task, controller) = try await scene.create()
    controller.complete(
      ASAuthorizationSecurityKeyPublicKeyCredentialRegistration.made(
        id: Data([4, 5, 6]), clientData: Data("{}".utf8), attestation: Data([1])))
    #expect(try await task.value.response["response"]?.object?["transports"] == ["usb", "nfc"])
  }

  @Test func upgradeDoesNotAskTheUser() async throws {
    let scene = PasskeyScene()
    #expect(scene.passkeys.upgradesPasswords)
    let (task, controller) = try await scene.create(on: .upgrade)
    #expect(controller.shownRequests.count == 1)
    #expect((controller.shownRequests.first as? PlatformRegistration)?.isConditional == true)
    controller.complete(PasskeyScene.made)
    #expect(try await task.value.response["id"] == "BAUG")
  }

  @Test func accountSheetAsksForNameAndAddress() async throws {
    let scene = PasskeyScene()
    let (task, controller) = try await scene.create(on: .account)
    let request = try required(
      controller.shownRequests.first as? ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest,
      "no account is offered")
    #expect(request.shown.contacts == [.email, .phoneNumber] && request.shown.asksForName)
    #expect(request.shown.domain == "example.org" && request.shown.challenge == Data([9, 8, 7]))
    #expect(request.shown.user == Data([1, 2, 3]) && controller.shownRequests.count == 1)
    var name = PersonNameComponents()
    name.givenName = "Ada"
    name.familyName = "Lovelace"
    controller.complete(
      ASAuthorizationAccountCreationPlatformPublicKeyCredential.made(
        email: "ada@example.org", name: name, PasskeyScene.made))
    let registration = try await task.value
    #expect(registration.name == "Ada Lovelace")
    #expect(registration.contact == .email("ada@example.org") && registration.response["id"] == "BAUG")
    let (second, other) = try await scene.create(on: .account)
    other.complete(
      ASAuthorizationAccountCreationPlatformPublicKeyCredential.made(
        phoneNumber: "+15551234567", PasskeyScene.made))
    #expect(try await second.value.contact == .phoneNumber("+15551234567"))
  }

  @Test func incompleteOptionsAreUnsupported() async {
    let scene = PasskeyScene()
    for name in ["challenge", "rp", "user"] {
      var options = PasskeyScene.creation
      options[name] = nil
      let creation = PasskeyCreation(options: options, origin: "https://a.test", occasion: .signUp)
      #expect(
        await scene.code(ofCreating: creation)
          == "passkeys_unsupported")
    }
    for name in ["challenge", "rpId"] {
      var options = PasskeyScene.request
      options[name] = "%"
      if name == "rpId" { options[name] = nil }
      let request = PasskeyRequest(options: options, origin: "https://a.test", mediation: .sheet)
      #expect(
        await scene.code(ofGetting: request)
          == "passkeys_unsupported")
    }
    #expect(ASAuthorizationController.performed.isEmpty)
  }

  // MARK: How the user is asked

  @Test func immediateRequestFindsNoPasskey() async throws {
    let scene = PasskeyScene()
    let (task, controller) = try await scene.get([:], .immediate)
    #expect(controller.shownAs == "immediate" && controller.shownRequests.count == 1)
    controller.fail(.canceled)
    #expect(await scene.code(of: task) == "no_passkey")
  }

  #if canImport(UIKit)
    @Test func suggestionsWaitForUser() async throws {
      let scene = PasskeyScene()
      let (task, controller) = try await scene.get([:], .autofill)
      #expect(controller.shownAs == "suggestions" && controller.shownRequests.count == 1)
      #expect(controller.shownRequests.first is PlatformAssertion)
      controller.complete(PasskeyScene.signed())
      #expect(try await task.value["id"] == "BAUG")
    }

    @Test func sheetEndsSuggestions() async throws {
      let scene = PasskeyScene()
      let (suggestions, first) = try await scene.get([:], .autofill)
      let (sheet, second) = try await scene.get()
      try await eventually("the suggestions ended") { !first.isRunning }
      #expect(await scene.code(of: suggestions) == "cancelled")
      #expect(second.isRunning)
      second.complete(PasskeyScene.signed())
      #expect(try await sheet.value["id"] == "BAUG")
    }

    @Test func upgradeLeavesSuggestions() async throws {
      let scene = PasskeyScene()
      let (suggestions, first) = try await scene.get([:], .autofill)
      let (upgrade, second) = try await scene.create(on: .upgrade)
      second.fail(.failed)
      _ = await scene.code(of: upgrade)
      #expect(first.isRunning)
      first.complete(PasskeyScene.signed())
      #expect(try await suggestions.value["id"] == "BAUG")
    }
  #else
    @Test func macHasNoSuggestions() async {
      let scene = PasskeyScene()
      let request = PasskeyRequest(
        options: PasskeyScene.request, origin: "https://a.test", mediation: .autofill)
      #expect(
        await scene.code(ofGetting: request)
          == "passkeys_unsupported")
    }
  #endif

  @Test func cancelledTaskEndsSystemsRequest() async throws {
    let scene = PasskeyScene()
    let (task, controller) = try await scene.get()
    #expect(controller.isRunning)
    task.cancel()
    #expect(await scene.code(of: task) == "cancelled")
    #expect(!controller.isRunning)
  }

  @Test func appWithoutWindowDoesNotAskTheUser() async {
    let scene = PasskeyScene(isOnTheScreen: false)
    let request = PasskeyRequest(options: PasskeyScene.request, origin: "https://a.test", mediation: .sheet)
    #expect(
      await scene.code(ofGetting: request)
        == "passkey_not_allowed")
    #expect(ASAuthorizationController.performed.isEmpty)
  }

  @Test func sheetIsOverKeyWindow() {
    let window = PasskeyScene.newWindow()
    #if canImport(UIKit)
      UIApplication.shared.show(keyWindow: window)
    #else
      NSApplication.shared.show(keyWindow: window)
    #endif
    #expect(ApplePasskeys.keyWindow() === window)
    #if canImport(UIKit)
      UIApplication.shared.show(keyWindow: nil)
    #else
      NSApplication.shared.show(keyWindow: nil)
    #endif
    #expect(ApplePasskeys.keyWindow() == nil)
  }

  // MARK: Failures

  @Test(arguments: [
    (ASAuthorizationError.Code.canceled, "cancelled"), (.failed, "passkey_not_allowed"),
    (.notInteractive, "passkey_not_allowed"), (.unknown, "passkey_not_allowed"),
    (.matchedExcludedCredential, "passkey_registered"), (.preferSignInWithApple, "cancelled"),
    (.deviceNotConfiguredForPasskeyCreation, "passkeys_unsupported"),
  ]) func systemsErrorIsTyped(_ code: ASAuthorizationError.Code, _ expected: String) async throws {
    let scene = PasskeyScene()
    let (task, controller) = try await scene.create()
    controller.fail(code)
    #expect(await scene.code(of: task) == expected)
  }

  @Test func developersSeeSystemsError() async throws {
    let scene = PasskeyScene()
    let (task, controller) = try await scene.get()
    controller.fail(.failed)
    let error = await #expect(throws: DoorwardError.self) { try await task.value }
    #expect((error?.underlyingError as? ASAuthorizationError)?.code == .failed)
    struct Other: Error {}
    let (second, other) = try await scene.get()
    other.fail(with: Other())
    let unknown = await #expect(throws: DoorwardError.self) { try await second.value }
    #expect(unknown?.code == .passkeyNotAllowed && unknown?.underlyingError is Other)
  }

  @Test func credentialOfAnotherKindIsRefused() async throws {
    let scene = PasskeyScene()
    let (task, controller) = try await scene.get()
    controller.complete(PasskeyScene.made)
    #expect(await scene.code(of: task) == "passkey_not_allowed")
    let (second, other) = try await scene.create()
    other.complete(
      ASAuthorizationPlatformPublicKeyCredentialRegistration.made(
        id: Data([4]), clientData: Data(), attestation: nil))
    #expect(await scene.code(of: second) == "passkey_not_allowed")
  }

  // MARK: Signals

  @Test func passwordManagersAreTold() async throws {
    let scene = PasskeyScene()
    try await scene.passkeys.signal(
      .unknownCredential(relyingPartyID: "example.org", credentialID: [4, 5]))
    try await scene.passkeys.signal(
      .allAcceptedCredentials(relyingPartyID: "example.org", userHandle: [1], credentialIDs: [[4], [5]]))
    try await scene.passkeys.signal(
      .currentUserDetails(
        relyingPartyID: "example.org", userHandle: [1], name: "ada@example.org", displayName: "Ada"))
    #expect(
      ASCredentialDataManager.reports == [
        "unknown example.org [4, 5]", "accepted example.org [1] [[4], [5]]",
        "name example.org [1] ada@example.org",
      ])
  }
}

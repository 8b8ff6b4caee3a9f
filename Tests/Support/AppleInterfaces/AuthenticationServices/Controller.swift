public import Foundation

#if canImport(UIKit)
  public import UIKit
#else
  public import AppKit
#endif

// https://developer.apple.com/documentation/authenticationservices/asauthorizationprovider
public protocol ASAuthorizationProvider: NSObjectProtocol {}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationcredential
public protocol ASAuthorizationCredential: NSObjectProtocol {}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationrequest
open class ASAuthorizationRequest: NSObject {
  override init() {}
}

// https://developer.apple.com/documentation/authenticationservices/asauthorization
open class ASAuthorization: NSObject {
  let proof: any ASAuthorizationCredential

  init(_ proof: any ASAuthorizationCredential) { self.proof = proof }

  // https://developer.apple.com/documentation/authenticationservices/asauthorization/credential
  open var credential: any ASAuthorizationCredential { proof }
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller
open class ASAuthorizationController: NSObject {
  /// How the requests run.
  enum Presentation: String {
    case modal, immediate, suggestions
  }

  // Tests use it only on the main actor.
  nonisolated(unsafe) static var all: [ASAuthorizationController] = []
  let requests: [ASAuthorizationRequest]
  var presentation: Presentation?
  var isActive = false

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/init(authorizationrequests:)
  public init(authorizationRequests: [ASAuthorizationRequest]) { requests = authorizationRequests }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/delegate
  weak open var delegate: (any ASAuthorizationControllerDelegate)?
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/presentationcontextprovider
  weak open var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/performrequests()
  open func performRequests() { begin(.modal) }
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/performrequests(options:)
  @available(macOS 13.0, iOS 16.0, *)
  open func performRequests(options: ASAuthorizationController.RequestOptions = []) {
    begin(options.contains(.preferImmediatelyAvailableCredentials) ? .immediate : .modal)
  }
  // "iOS 16.0+ iPadOS 16.0+ Mac Catalyst 16.0+ visionOS 1.0+", not macOS.
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/performautofillassistedrequests()
  @available(iOS 16.0, *)
  @available(macOS, unavailable)
  open func performAutoFillAssistedRequests() { begin(.suggestions) }
  // "If calling this method cancels an active authorization request, the authorization controller calls its delegate's
  // authorizationController(controller:didCompleteWithError:) method."
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/cancel()
  @available(macOS 13.0, iOS 16.0, *)
  open func cancel() { finish(ASAuthorizationError(value: .canceled)) }

  private func begin(_ presentation: Presentation) {
    self.presentation = presentation
    isActive = true
    Self.all.append(self)
  }

  /// Tells the delegate of an active request, once.
  func finish(_ error: any Error) {
    guard isActive else { return }
    isActive = false
    nonisolated(unsafe) let controller = self
    MainActor.assumeIsolated {
      #if os(Linux)
        controller.delegate?.authorizationController(controller: controller, didCompleteWithError: error)
      #endif
    }
  }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/requestoptions
  @available(macOS 13.0, iOS 16.0, *)
  public struct RequestOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller/requestoptions/preferimmediatelyavailablecredentials
    public static let preferImmediatelyAvailableCredentials = RequestOptions(rawValue: 1)
  }
}

// Without `@MainActor`, as before Xcode 26.4.
// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate
@objc public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate/authorizationcontroller(controller:didcompletewithauthorization:)
  @objc(authorizationController:didCompleteWithAuthorization:)
  optional func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
  )
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate/authorizationcontroller(controller:didcompletewitherror:)
  @objc(authorizationController:didCompleteWithError:)
  optional func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error
  )
}

// Without `@MainActor`, as before Xcode 26.4.
// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerpresentationcontextproviding
@objc public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
  // https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerpresentationcontextproviding/presentationanchor(for:)
  @objc(presentationAnchorForAuthorizationController:)
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

// https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct
public struct ASAuthorizationError: Error {
  let value: Code

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code
  public var code: Code { value }

  // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code
  public enum Code: Int, Sendable {
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/unknown
    case unknown = 1000
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/canceled
    case canceled = 1001
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/invalidresponse
    case invalidResponse = 1002
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/nothandled
    case notHandled = 1003
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/failed
    case failed = 1004
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/notinteractive
    case notInteractive = 1005
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/matchedexcludedcredential
    @available(macOS 15.0, iOS 18.0, *)
    case matchedExcludedCredential = 1006
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/prefersigninwithapple
    @available(macOS 26.0, iOS 26.0, *)
    case preferSignInWithApple = 1009
    // https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/devicenotconfiguredforpasskeycreation
    @available(macOS 26.0, iOS 26.0, *)
    case deviceNotConfiguredForPasskeyCreation = 1010
  }
}

#if os(Linux)
  // Stand-in: the defaults of optional methods do nothing.
  extension ASAuthorizationControllerDelegate {
    public func authorizationController(
      controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {}
    public func authorizationController(
      controller: ASAuthorizationController, didCompleteWithError error: any Error
    ) {}
  }

  // Stand-in: the system and its user.
  extension ASAuthorizationController {
    /// The controllers whose requests were performed, the oldest first.
    package static var performed: [ASAuthorizationController] { all }
    package static func reset() { all = [] }
    package var shownRequests: [ASAuthorizationRequest] { requests }
    /// `modal`, `immediate` or `suggestions`.
    package var shownAs: String? { presentation?.rawValue }
    package var isRunning: Bool { isActive }

    /// The user proves the possession of a passkey.
    package func complete(_ credential: any ASAuthorizationCredential) {
      guard isActive else { return }
      isActive = false
      nonisolated(unsafe) let (controller, authorization) = (self, ASAuthorization(credential))
      MainActor.assumeIsolated {
        controller.delegate?.authorizationController(
          controller: controller, didCompleteWithAuthorization: authorization)
      }
    }

    /// The requests fail.
    package func fail(_ code: ASAuthorizationError.Code) { finish(ASAuthorizationError(value: code)) }
    package func fail(with error: any Error) { finish(error) }
  }
#endif

public import Foundation

#if canImport(UIKit)
  public import UIKit

  // https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
  public typealias ASPresentationAnchor = UIWindow
#else
  public import AppKit

  // https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
  public typealias ASPresentationAnchor = NSWindow
#endif

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession
open class ASWebAuthenticationSession: NSObject {
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/completionhandler
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callbackurlscheme:completionhandler:)
  public init(
    url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler
  ) {}
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/presentationcontextprovider
  weak open var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/prefersephemeralwebbrowsersession
  open var prefersEphemeralWebBrowserSession: Bool {
    get { fatalError() }
    set {}
  }
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/start()
  @discardableResult open func start() -> Bool { fatalError() }
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/cancel()
  open func cancel() {}
}

// Without `@MainActor`, as before Xcode 26.4.
// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding
@objc public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding/presentationanchor(for:)
  @objc(presentationAnchorForWebAuthenticationSession:)
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror
public struct ASWebAuthenticationSessionError: Error {
  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror/code
  public var code: Code { fatalError() }

  // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror/code
  public enum Code: Int, Sendable {
    // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror/code/canceledlogin
    case canceledLogin = 1
    // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror/code/presentationcontextnotprovided
    case presentationContextNotProvided = 2
    // https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror/code/presentationcontextinvalid
    case presentationContextInvalid = 3
  }
}

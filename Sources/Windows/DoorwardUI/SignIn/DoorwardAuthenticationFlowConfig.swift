#if canImport(SwiftUI)
  internal import Doorward
  public import DoorwardFlow
  public import SwiftUI

  /// The configuration of the views of the sign-in and of the account.
  ///
  /// ```swift
  /// DoorwardDefaultAuthenticationFlowView(
  ///   flowConfig: .default
  ///     .proofs(SignInProofs(ethereum: { try await $0.siwe.login(with: wallet) }))
  ///     .replacing("start") { screen in WelcomeView(screen: screen) })
  /// ```
  public struct DoorwardAuthenticationFlowConfig: Sendable {
    /// The texts of single views, and the name and logo of the application.
    public var content: SignInConfiguration
    /// The methods that need the app: wallets and the browser.
    public var proofs: SignInProofs
    /// The facts about the last sign-in that the device keeps, such as the method that is shown first.
    public var memory: SignInMemory
    private var replacements: [String: @Sendable @MainActor (DoorwardScreen) -> AnyView] = [:]

    /// The views of Doorward, with the methods that the application offers and that need nothing from the app.
    public static let `default` = DoorwardAuthenticationFlowConfig()

    /// Makes a configuration.
    public init(
      content: SignInConfiguration = .default, proofs: SignInProofs = SignInProofs(),
      memory: SignInMemory = .userDefaults
    ) {
      self.content = content
      self.proofs = proofs
      self.memory = memory
    }

    /// The configuration with other methods that need the app.
    public func proofs(_ proofs: SignInProofs) -> DoorwardAuthenticationFlowConfig {
      var copy = self
      copy.proofs = proofs
      return copy
    }

    /// The configuration with the app's own view in the place of one of Doorward's.
    ///
    /// - Parameters:
    ///   - name: The name of the view, ``DoorwardFlow/ScreenContent/name``: `start`, `password`, `code.sign-in` and others. The
    ///     names of the account's own views and dialogs begin with `account.`, such as `account.add-near`.
    ///   - view: The app's view. ``DoorwardScreen/standard`` in it is Doorward's.
    /// - Returns: The configuration.
    public func replacing<Screen: View>(
      _ name: String, @ViewBuilder with view: @escaping @Sendable @MainActor (DoorwardScreen) -> Screen
    ) -> DoorwardAuthenticationFlowConfig {
      var copy = self
      copy.replacements[name] = { AnyView(view($0)) }
      return copy
    }

    @MainActor func driver(_ doorward: Doorward, for purpose: SignInPurpose = .signIn) -> SignInDriver {
      SignInDriver(doorward, for: purpose, proofs: proofs, memory: memory)
    }

    func replacement(for content: ScreenContent) -> (@MainActor (DoorwardScreen) -> AnyView)? {
      replacements[content.id.hasPrefix("doorward.account.") ? "account.\(content.name)" : content.name]
    }
  }
#endif

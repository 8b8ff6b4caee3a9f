#if canImport(SwiftUI) && canImport(WebKit)
  internal import DoorwardTexts
  internal import NEAR
  public import SwiftUI

  /// The sheet in which the user chooses a wallet and answers its requests.
  ///
  /// Show it while ``NEARWalletManager/showWalletUI`` is true. When the user closes it, waiting operations end
  /// with `cancelled`.
  ///
  /// ```swift
  /// ContentView()
  ///   .sheet(isPresented: $walletManager.showWalletUI) { WalletBridgeSheet() }
  ///   .environmentObject(walletManager)
  /// ```
  public struct WalletBridgeSheet: View {
    @Environment(NEARWalletManager.self) private var observed: NEARWalletManager?
    private let given: NEARWalletManager?

    /// Creates a sheet that takes the manager from the environment: first the value set with `environment(_:)`,
    /// then the value set with `environmentObject(_:)`.
    public init() { given = nil }

    /// Creates a sheet for a manager.
    public init(manager: NEARWalletManager) { given = manager }

    public var body: some View {
      if let manager = given ?? observed {
        SheetContent(manager: manager)
      } else {
        FromEnvironmentObject()
      }
    }
  }

  // A separate view, because reading a missing environment object terminates the app.
  private struct FromEnvironmentObject: View {
    @EnvironmentObject private var manager: NEARWalletManager

    var body: some View { SheetContent(manager: manager) }
  }

  private struct SheetContent: View {
    let manager: NEARWalletManager
    @Environment(\.dismiss) private var dismiss

    private var host: WKBridgeHost? { manager.host as? WKBridgeHost }
    private var texts: Texts { manager.configuration.texts }

    var body: some View {
      VStack(spacing: 0) {
        bar
        ZStack {
          BridgeWebViewContainer(manager: manager)
            .accessibilityHidden(manager.bridgeState != .ready)
          BridgeStateView(state: manager.bridgeState, texts: texts) { manager.retry() }
        }
      }
      .environment(\.layoutDirection, texts.language.isRightToLeft ? .rightToLeft : .leftToRight)
      .environment(\.locale, Locale(identifier: texts.language.tag))
      #if os(macOS)
        .frame(minWidth: 420, minHeight: 640)
      #endif
    }

    private var bar: some View {
      HStack(spacing: 12) {
        if let host, let popup = host.popups.last {
          Button(action: { host.closePopup(popup.id) }) { Image(systemName: "chevron.backward") }
            .accessibilityLabel(Text(verbatim: texts.text("windows.wallets.back")))
            .accessibilityIdentifier("doorward.wallet-sheet.back")
          PopupAddress(address: popup.address, texts: texts)
        } else {
          Text(verbatim: manager.windowTitle)
            .font(.headline)
            .accessibilityAddTraits(.isHeader)
            .accessibilityIdentifier("doorward.wallet-sheet.title")
        }
        Spacer()
        Button(role: .cancel) {
          manager.cancel()
          dismiss()
        } label: {
          Text(verbatim: texts.text("action.cancel"))
        }
        .keyboardShortcut(.cancelAction)
        .accessibilityIdentifier("doorward.wallet-sheet.cancel")
      }
      .padding()
    }
  }

  /// The address of a wallet's window.
  private struct PopupAddress: View {
    let address: String
    let texts: Texts

    var body: some View {
      Text(verbatim: address)
        .font(.caption)
        .foregroundColor(.secondary)
        .lineLimit(1)
        // The end of a host name identifies its owner.
        .truncationMode(.head)
        // An address is written from left to right in every language.
        .environment(\.layoutDirection, .leftToRight)
        .accessibilityLabel(Text(verbatim: texts.text("windows.wallets.address", ["address": address])))
        .accessibilityIdentifier("doorward.wallet-sheet.address")
    }
  }

  /// The content of the sheet while there is no page. The page itself shows the called wallet, the progress of
  /// the request, and load failures of the wallet.
  struct BridgeStateView: View {
    let state: BridgeState
    let texts: Texts
    let retry: @MainActor () -> Void

    var body: some View {
      switch state {
      case .loading:
        ProgressView(texts.text("windows.wallets.loading"))
          .accessibilityIdentifier("doorward.wallet-sheet.progress")
      case .failed(let error):
        VStack(spacing: 16) {
          Text(verbatim: texts.text("windows.wallets.failed"))
            .font(.headline)
            .accessibilityAddTraits(.isHeader)
          Text(verbatim: texts.sentence(for: error))
            .foregroundColor(.secondary)
            .accessibilityIdentifier("doorward.wallet-sheet.problem")
          Button(action: retry) {
            Text(verbatim: texts.text("action.tryAgain"))
          }
          .keyboardShortcut(.defaultAction)
          .accessibilityIdentifier("doorward.wallet-sheet.retry")
        }
        .padding()
      case .ready: EmptyView()
      }
    }
  }
#endif

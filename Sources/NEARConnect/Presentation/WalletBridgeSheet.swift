#if canImport(SwiftUI) && canImport(WebKit)
  public import SwiftUI

  /// The window in which a person picks a wallet and answers it.
  ///
  /// Show it while ``NEARWalletManager/showWalletUI`` is true. Closing it, by its button or in the system's
  /// way, ends what waits in a wallet with `cancelled`.
  ///
  /// ```swift
  /// ContentView()
  ///   .sheet(isPresented: $walletManager.showWalletUI) { WalletBridgeSheet() }
  ///   .environmentObject(walletManager)
  /// ```
  public struct WalletBridgeSheet: View {
    @Environment(NEARWalletManager.self) private var observed: NEARWalletManager?
    private let given: NEARWalletManager?

    /// Takes the manager from the environment: one put there by `environment(_:)`, else by
    /// `environmentObject(_:)`.
    public init() { given = nil }

    /// Shows the wallets of a manager.
    public init(manager: NEARWalletManager) { given = manager }

    public var body: some View {
      if let manager = given ?? observed {
        SheetContent(manager: manager)
      } else {
        FromEnvironmentObject()
      }
    }
  }

  // Of its own, since asking for an environment object that is not there ends the app.
  private struct FromEnvironmentObject: View {
    @EnvironmentObject private var manager: NEARWalletManager

    var body: some View { SheetContent(manager: manager) }
  }

  private struct SheetContent: View {
    let manager: NEARWalletManager
    @Environment(\.dismiss) private var dismiss

    private var host: WKBridgeHost? { manager.host as? WKBridgeHost }

    var body: some View {
      VStack(spacing: 0) {
        bar
        ZStack {
          BridgeWebViewContainer(manager: manager)
            .accessibilityHidden(manager.bridgeState != .ready)
          BridgeStateView(state: manager.bridgeState) { manager.retry() }
        }
      }
      #if os(macOS)
        .frame(minWidth: 420, minHeight: 640)
      #endif
    }

    private var bar: some View {
      HStack(spacing: 12) {
        if let host, let popup = host.popups.last {
          Button(action: { host.closePopup(popup.id) }) { Image(systemName: "chevron.backward") }
            .accessibilityLabel("Back to the wallets")
          PopupAddress(address: popup.address)
        } else {
          Text(verbatim: manager.windowTitle)
            .font(.headline)
            .accessibilityAddTraits(.isHeader)
        }
        Spacer()
        Button("Cancel", role: .cancel) {
          manager.cancel()
          dismiss()
        }
        .keyboardShortcut(.cancelAction)
      }
      .padding()
    }
  }

  /// Where the person is, while a wallet's own page is shown.
  private struct PopupAddress: View {
    let address: String

    var body: some View {
      Text(verbatim: address)
        .font(.caption)
        .foregroundColor(.secondary)
        .lineLimit(1)
        // The end of a host name says whose it is.
        .truncationMode(.head)
        .accessibilityLabel(Text("Page of \(address)"))
    }
  }

  /// What is shown while there is no page. The page itself shows the wallet that is asked, how far the request is,
  /// and a wallet that could not be loaded.
  private struct BridgeStateView: View {
    let state: BridgeState
    let retry: @MainActor () -> Void

    var body: some View {
      switch state {
      case .loading: ProgressView("Getting the wallets ready …")
      case .failed(let error):
        VStack(spacing: 16) {
          Text("Wallets cannot be shown")
            .font(.headline)
            .accessibilityAddTraits(.isHeader)
          Text(verbatim: error.reason)
            .foregroundColor(.secondary)
          Button("Try again", action: retry)
            .keyboardShortcut(.defaultAction)
        }
        .padding()
      case .ready: EmptyView()
      }
    }
  }
#endif

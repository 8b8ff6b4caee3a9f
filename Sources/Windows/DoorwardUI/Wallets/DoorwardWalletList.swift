#if canImport(SwiftUI)
  internal import Doorward
  internal import DoorwardFlow
  internal import DoorwardTexts
  public import SwiftUI

  /// A list of wallets to sign in with.
  ///
  /// ```swift
  /// DoorwardWalletList(wallets: [DoorwardWallet(id: "meteor-wallet", name: "Meteor Wallet")]) { wallet in
  ///   try await doorward.near.login(with: manager, walletId: wallet.id)
  /// }
  /// ```
  ///
  /// The list needs no wallet library: the app's closure talks to the wallet. The chosen wallet shows a progress until the closure
  /// returns, and the sentence of the error below the list if it throws. A cancelled wallet shows no error.
  public struct DoorwardWalletList: View {
    private let wallets: [DoorwardWallet]
    private let choose: @MainActor (DoorwardWallet) async throws -> Void
    @State private var busy: DoorwardWallet.ID?
    @State private var failure: String?
    @Environment(\.doorwardTexts) private var words
    @Environment(\.doorwardTheme) private var theme

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - wallets: The wallets.
    ///   - choose: Signs in with a wallet.
    public init(
      wallets: [DoorwardWallet], choose: @escaping @MainActor (DoorwardWallet) async throws -> Void
    ) {
      self.wallets = wallets
      self.choose = choose
    }

    public var body: some View {
      VStack(alignment: .leading, spacing: 12) {
        ForEach(wallets) { wallet in
          Button {
            begin(wallet)
          } label: {
            WalletRow(wallet: wallet, isBusy: busy == wallet.id)
          }
          .buttonStyle(.bordered)
          .disabled(busy != nil)
          .accessibilityIdentifier("doorward.wallets.\(wallet.id)")
        }
        if let failure {
          Text(verbatim: failure)
            .foregroundStyle(Color.red)
            .accessibilityIdentifier("doorward.wallets.problem")
        }
      }
      .font(theme.font(.body))
      .tint(theme.color)
    }

    private func begin(_ wallet: DoorwardWallet) {
      busy = wallet.id
      failure = nil
      Task {
        do { try await choose(wallet) } catch { show(error as? DoorwardError ?? .ofApp(error)) }
        busy = nil
      }
    }

    private func show(_ error: DoorwardError) {
      guard error.code != .cancelled else { return }
      let sentence = words.sentence(for: error, unknown: "windows.error.wallet")
      failure = sentence
      Announcement.post(sentence)
    }
  }

  private struct WalletRow: View {
    let wallet: DoorwardWallet
    let isBusy: Bool
    @Environment(\.doorwardTheme) private var theme

    var body: some View {
      HStack(spacing: 12) {
        AsyncImage(url: wallet.icon.flatMap(URL.init(string:))) { phase in
          if case .success(let icon) = phase { icon.resizable().aspectRatio(contentMode: .fit) }
        }
        .frame(width: 32, height: 32)
        .accessibilityHidden(true)
        VStack(alignment: .leading) {
          Text(verbatim: wallet.name)
          if let detail = wallet.detail {
            Text(verbatim: detail).font(theme.font(.footnote)).foregroundStyle(.secondary)
          }
        }
        Spacer()
        if isBusy { ProgressView().accessibilityHidden(true) }
      }
      .frame(maxWidth: .infinity)
    }
  }
#endif

/// A wallet that an app offers in a `DoorwardWalletList`.
public struct DoorwardWallet: Identifiable, Hashable, Sendable {
  /// The name of the wallet for the app.
  public var id: String
  /// The name that is shown.
  public var name: String
  /// One more line, such as the network.
  public var detail: String?
  /// The address of its image; nil for none.
  public var icon: String?

  /// Describes a wallet.
  public init(id: String, name: String, detail: String? = nil, icon: String? = nil) {
    self.id = id
    self.name = name
    self.detail = detail
    self.icon = icon
  }
}

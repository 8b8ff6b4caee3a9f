import { administratorsScreen } from "./administrators/list.js";
import { applicationScreen } from "./applications/application.js";
import { applicationsScreen } from "./applications/list.js";
import { eventsScreen } from "./events/list.js";
import { Frame } from "./frame/frame.js";
import { missingScreen } from "./frame/missing.js";
import { healthScreen } from "./health/health.js";
import { keysScreen } from "./keys/keys.js";
import { messagesScreen } from "./messages/list.js";
import { overviewScreen } from "./overview/overview.js";
import { settingsScreen } from "./settings/settings.js";
import { usersScreen } from "./users/list.js";
import { userScreen } from "./users/user.js";
import { webhooksScreen } from "./webhooks/list.js";
import { webhookScreen } from "./webhooks/webhook.js";

/** The dashboard: each address has its screen. The server knows the same paths (`DashboardPage.paths`). */
new Frame([
  { path: "", screen: overviewScreen, label: "overview.title", scope: "admin.server.read" },
  { path: "users", screen: usersScreen, label: "users.title", scope: "admin.users.read" },
  { path: "users/{id}", screen: userScreen },
  { path: "applications", screen: applicationsScreen, label: "applications.title", scope: "admin.applications.read" },
  { path: "applications/{id}", screen: applicationScreen },
  { path: "webhooks", screen: webhooksScreen, label: "webhooks.title", scope: "admin.webhooks.read" },
  { path: "webhooks/{id}", screen: webhookScreen },
  { path: "events", screen: eventsScreen, label: "events.title", scope: "admin.events.read" },
  { path: "messages", screen: messagesScreen, label: "messages.title", scope: "admin.messages.read" },
  { path: "health", screen: healthScreen, label: "health.title", scope: "admin.server.read" },
  { path: "keys", screen: keysScreen, label: "keys.title", scope: "admin.keys.read" },
  { path: "administrators", screen: administratorsScreen, label: "administrators.title", scope: "admin.administrators.read" },
  { path: "settings", screen: settingsScreen, label: "settings.title", scope: "admin.settings.read" },
], missingScreen).start();

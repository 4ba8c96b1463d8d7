//! Nobody is told more than his own lists show him, and what is not his is answered like what is not there.

use testkit::each_database_from;

use super::kit::*;

// req: ai-open-answer-source
#[test]
fn what_a_user_may_not_see_is_not_told() {
    each_database_from(rooms, lay, |world| {
        let asked = ["主单990-12345675到哪了", "订单AE-2607150001", "箱号CSQU3054383在哪"];
        for who in ["nobody", "sh01"] {
            let caller = world.login(who);
            for question in asked {
                assert_eq!(answer(&caller, question), NOTHING, "{who}: {question}");
            }
        }
        // Without the page of ageing nobody learns what a customer owes, nor that there is such a customer.
        let warehouse = world.login("wh01");
        for question in ["客户甲还欠多少", "客户甲的责任销售是谁"] {
            let told = answer(&warehouse, question);
            assert!(!told.contains("应收余额 ") && !told.contains("销售一"), "{told}");
        }
        assert!(!answer(&world.login("nobody"), "本周开航的订单").contains("AE-"));
        assert!(!answer(&world.login("nobody"), "主单号还有多少").contains("未使用的主单号共"));
    });
}

#[test]
fn orders_beyond_the_data_scope_are_not_there() {
    each_database_from(rooms, lay, |world| {
        assert!(answer(&world.login("sales01"), "主单990-12345675到哪了").contains("AE-2607150001"));
        world.show_own_orders("sales02");
        let other = world.login("sales02");
        assert_eq!(answer(&other, "主单990-12345675到哪了"), NOTHING, "an order of sales01");
        let week = answer(&other, "本周空运出口开航的订单");
        assert!(week.contains("AE-2607150002") && !week.contains("AE-2607150001"), "{week}");
    });
}

#[test]
fn columns_that_are_kept_from_a_user_are_kept_from_his_answers() {
    each_database_from(rooms, lay, |world| {
        let told = answer(&world.login("sales01"), "订单AE-2607150001怎么样");
        assert!(told.contains("AE-2607150001"), "{told}");
        for word in ["成本", "毛利", "应付"] {
            assert!(!told.contains(word), "{told}");
        }
    });
}

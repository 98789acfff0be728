package bankfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestUnusualLayouts reads files in layouts that a collection of a hundred files had, with fictional rows.
// The wanted text has the questions, the closing balance, the rows with date, amount and payee, and the problems.
//
// Regression: each file was read wrongly without a question, or led to a question that its content answers.
func TestUnusualLayouts(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"amounts with a digit too many":     {"Id,Day booked,Date,Shop,Amount\n1,x,2026-01-02,Inn,-29.000\n2,x,2026-01-03,Apple,-12.900\n3,x,2026-01-04,Market,-111.550\n", "[]\n2026-01-02 -29.000 Inn\n2026-01-03 -12.900 Apple\n2026-01-04 -111.550 Market"},
		"two amounts with three decimals":   {"Date,Payee,Amount\n2026-01-02,Inn,-29.000\n2026-01-03,Apple,-12.900\n", "[numbers]\n2026-01-02 -29.000 Inn\n2026-01-03 -12.900 Apple"},
		"whole thousands stay":              {"Date,Payee,Amount\n2026-01-02,Inn,-29.000\n2026-01-03,Apple,-12.000\n", "[]\n2026-01-02 -29000.000 Inn\n2026-01-03 -12000.000 Apple"},
		"empty columns of money in and out": {"交易时间,交易类型,交易对方,商品,收/支,金额(元)\n2026-01-02 10:00:00,消费,Shop,/,支出,¥12.00\n2026-01-03 10:00:00,提现,Bank,/,/,¥100.00\n2026-01-04 10:00:00,收款,Anna,/,收入,¥5.00\n", "[]\n2026-01-02 -12.000 Shop\n2026-01-04 5.000 Anna\nline 3, 收/支: \"/\" is neither the word for money in nor for money out"},
		"dashes in the column of balances":  {"Data;Valuta;Addebiti;Accrediti;Descrizione\n31/12/17;;;100,95|;SALDO INIZIALE\n13/08/18;13/08/18;1,00;;Commissione\n31/08/18;;;99,95;|SALDO FINALE\n", "[]\n2018-08-13 -1.000 Commissione\nline 2, Data: \"SALDO INIZIALE\" is a balance and not a transaction\nline 4, Data: \"|SALDO FINALE\" is a balance and not a transaction"},
		"dates with full stops":             {"Date;Payee;Amount\n01.02.2026;Shop;-1,00\n02.03.2026;Bus;-2,50\n", "[]\n2026-02-01 -1.000 Shop\n2026-03-02 -2.500 Bus"},
		"a plus sign of income":             {"Date Processed,Description,Amount\n12-Dec-2019,Insurance,\"£1,183.23\"\n03-Dec-2019,Museum,£10.00\n02-Dec-2019,Payment received,\"+ £1,100.00\"\n", "[]\n2019-12-12 -1183.230 Insurance\n2019-12-03 -10.000 Museum\n2019-12-02 1100.000 Payment received"},
		"both signs":                        {"Date,Payee,Amount\n2026-01-02,Pay,+100.00\n2026-01-03,Shop,-10.00\n", "[]\n2026-01-02 100.000 Pay\n2026-01-03 -10.000 Shop"},
		"the balance before each row":       {"2026-01-02,Pay,130.44,223.77\n2026-01-03,Shop,354.21,-200.00\n2026-01-04,Bank,154.21,-2.20\n", "[]\nclosing 2026-01-04 152.010\n2026-01-02 223.770 Pay\n2026-01-03 -200.000 Shop\n2026-01-04 -2.200 Bank"},
		"a bank file without headers": {
			"17-06-2026,NL00ASNB9,NL99X1,Anna,,,,EUR,130.44,EUR,223.77,17-06-2026,17-06-2026,1,NGM,5,,,26\n18-06-2026,NL00ASNB9,NL11X2,Cards,,,,EUR,354.21,EUR,-200.00,18-06-2026,18-06-2026,2,IDM,6,,'longer than the name',26\n",
			"[]\nclosing 2026-06-18 154.210\n2026-06-17 223.770 Anna\n2026-06-18 -200.000 Cards",
		},
		"a direction that the balance confirms": {"Date,Label,Amount,D/C,Balance,Partner Name\n12/15/2018,Supplier,33.50,D,-23.50,John\n12/15/2018,Payment,\"-1,533.50\",C,\"1,510.00\",Azure\n", "[]\nclosing 2018-12-15 1510.000\n2018-12-15 -33.500 John\n2018-12-15 1533.500 Azure"},
		"several currencies":                    {"Date,Description,Billing amount,Billing currency\n2026-01-02,Shop,-1.00,HKD\n2026-01-03,Bus,-2.00,CNY\n", "[columns]\n2026-01-02 -1.000 Shop\n2026-01-03 -2.000 Bus"},
		"the currency of the shop":              {"Date,Description,Amount,Currency,Original amount,Original currency\n2026-01-02,Shop,-1.00,CHF,-1.00,CHF\n2026-01-03,Bus,-2.00,CHF,-2.10,EUR\n", "[]\n2026-01-02 -1.000 Shop\n2026-01-03 -2.000 Bus"},
		"dashes instead of a payee":             {"日期,交易金额,对手信息,交易摘要\n2026-01-02,-5.00,--,ATM\n2026-01-03,-6.00,Shop,Card\n", "[]\n2026-01-02 -5.000 ATM\n2026-01-03 -6.000 Shop"},
		"the account owner's name in most rows": {"Username,ID,Datetime,Type,Status,Note,From,To,Amount (total),Funding Source\n,1,2026-01-01T13:00:00,Charge,Complete,a,Me,Friend A,+ $73.01,x\n,2,2026-01-02T17:00:00,Payment,Complete,b,Friend B,My Name,+ $50.03,x\n,3,2026-01-03T20:00:00,Payment,Complete,c,Me,Friend A,- $12.01,x\n,4,2026-01-04T04:00:00,Charge,Complete,d,Friend B,Me,- $35.02,x\n", "[]\n2026-01-01 73.010 Friend A\n2026-01-02 50.030 Friend B\n2026-01-03 -12.010 Friend A\n2026-01-04 -35.020 Friend B"},
		"names before kinds of transactions":    {"Date,Heure,Fuseau horaire,Description,Devise,Brut,Frais,Net,Solde,N° de transaction,Nom\n1/17/2026,1:00,X,Paiement,USD,\"-9,99\",\"0,00\",\"-9,99\",\"-9,99\",A,Netflix\n1/18/2026,1:00,X,Conversion,USD,\"9,99\",\"0,00\",\"9,99\",\"0,00\",B,\n", "[]\nclosing 2026-01-18 0.000\n2026-01-17 -9.990 Netflix\n2026-01-18 9.990 Conversion"},
		"not booked, in Russian":                {"Номер карты/счета/договора;Дата операции;Дата обработки;Сумма операции;Валюта операции;Сумма пересчитанная в валюту счета;Валюта счета;Основание;Статус\n1;2026-01-06;2026-01-08;-4,50;EUR;-336,15;RUR;Shop;Исполнено\n1;2026-01-07;;-600,00;RUR;-600,00;RUR;Phone;В обработке\n", "[]\n2026-01-06 -336.150 Shop\nline 3, Статус: the bank has not booked it (В обработке)"},
		"money out and in, newest first":        {"Date,Status,Description,Withdrawal,Deposit,RunningBalance\n08/17/2022,Posted,Deposit,,$20.00,$878.47\n08/14/2022,Posted,Bank,$103.00,,$858.47\n08/09/2022,Posted,Check,$75.00,,$961.47\n", "[]\nclosing 2022-08-17 878.470\n2022-08-17 20.000 Deposit\n2022-08-14 -103.000 Bank\n2022-08-09 -75.000 Check"},
		"money that was not moved":              {"Transaction,Input,Output Amount,Debit,Credit,Balance,Date\nT1,x,1,-10050.20,10054.50,0.00,2026-01-15\nT2,x,1,10.50,10.50,0.00,2026-01-14\nT3,x,1,2050.10,2050.10,0.00,2026-01-13\n", "[]\n2026-01-15 4.300 T1\n2026-01-14 0.000 T2\n2026-01-13 0.000 T3"},
	} {
		t.Run(name, func(t *testing.T) {
			f := readAll(t, c.file)
			var b strings.Builder
			fmt.Fprintln(&b, f.Questions)
			for _, s := range f.Statements {
				if s.Closing != nil {
					fmt.Fprintln(&b, "closing", s.Closing.Date, s.Closing.Amount)
				}
				for _, r := range s.Rows {
					fmt.Fprintln(&b, r.Date, r.Amount, r.Payee)
				}
			}
			for _, p := range f.Problems {
				fmt.Fprintln(&b, p)
			}
			if got := strings.TrimSpace(b.String()); got != c.want {
				t.Errorf("got\n%s\nwant\n%s\nmapping %+v", got, c.want, *f.Mapping)
			}
		})
	}
}

// TestChosenMoneyColumnsAreNotInverted chooses columns of money out and money in after the signs of a single column of
// amounts were inverted. The amounts of the chosen columns are not inverted.
func TestChosenMoneyColumnsAreNotInverted(t *testing.T) {
	const file = "05/13/2026,Shop,1.96,,13.04\n05/14/2026,Pay,,332.22,332.22\n05/15/2026,Bus,5.00,,1.00\n"
	m := *readAll(t, file).Mapping
	m.Invert = true
	for role, column := range map[Role]int{AmountRole: 0, DebitRole: 3, CreditRole: 4} {
		m.Place(role, column)
	}
	f, err := ReadCSV([]byte(file), m, Options{})
	if err != nil || len(f.Statements[0].Rows) != 3 || f.Statements[0].Rows[0].Amount != -1960 || f.Statements[0].Rows[1].Amount != 332220 {
		t.Errorf("got the statements %+v and the error %v, want 3 rows, first -1.960 and 332.220", f.Statements, err)
	}
	if got := readAll(t, "Date,Payee,Amount\n2026-01-13,Shop,5.00\n").Questions; !slices.Contains(got, AskSigns) {
		t.Errorf("a single positive amount: got the questions %v, want %s among them", got, AskSigns)
	}
}
